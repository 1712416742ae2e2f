package derive

import (
	"fmt"
	"strings"

	"pcptools/internal/cnum"
	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// Control changes settings of the definitions, by a list such as
// "global_limit=100,option_novalue=1", as $PCP_DERIVED_CONTROL has it
// (pmSetDerivedControl(3)). Errors in it are reported on standard error as
// errors of that variable.
func (d *Definitions) Control(settings string) {
	if !d.rules.Has(release.DerivedControl) {
		return
	}
	d.lock()
	defer d.mu.Unlock()
	d.control(settings, func(f fault, text string) {
		prefix := "Warning: "
		if f == done {
			prefix = "Derived metric control: "
		}
		fmt.Fprintln(d.messages, prefix+"$PCP_DERIVED_CONTROL: "+text)
	})
}

// fault is how severe an error in a setting is.
type fault uint8

const (
	done fault = iota // it is no fault
	doubtful
	wrong
)

// The settings, in the order in which an abbreviated name is looked for.
var controls = [...]struct {
	name string
	set  func(d *Definitions, value int32) error
}{
	{"global_limit", (*Definitions).controlLimit},
	{"context_limit", controlContext},
	{"debug_syntax", func(d *Definitions, value int32) error { return d.controlTrace(value, debugged{parsing: true}) }},
	{"debug_semantics", func(d *Definitions, value int32) error { return d.controlTrace(value, debugged{binding: true}) }},
	{"debug_eval", func(d *Definitions, value int32) error { return d.controlTrace(value, debugged{values: true}) }},
	{"option_novalue", (*Definitions).controlNovalue},
}

// control applies settings, up to the first malformed one.
func (d *Definitions) control(settings string, report func(fault, string)) {
	for more := true; more; {
		name, rest, ok := strings.Cut(settings, "=")
		if !ok {
			report(wrong, "missing '=' in derived metric control ("+settings+")")
			return
		}
		if rest == "" || rest[0] == ',' {
			report(doubtful, "missing value in derived metric control ("+settings+")")
			return
		}
		value, after, ok := leadingInt(rest)
		if !ok || after != "" && after[0] != ',' {
			report(doubtful, "bad value ("+rest+") for derived metric control ("+name+")")
			return
		}
		d.controlOne(name, value, report)
		settings, more = strings.CutPrefix(after, ",")
	}
}

func (d *Definitions) controlOne(name string, value int32, report func(fault, string)) {
	for _, c := range controls {
		if len(name) > len(c.name) || !strings.EqualFold(name, c.name[:len(name)]) {
			continue
		}
		setting := fmt.Sprintf("%s=%d", name, value)
		err := c.set(d, value)
		switch {
		case err != nil:
			report(doubtful, "failed to set derived metric control "+setting+": "+libpcp.ErrorText(err))
		case d.trace() != nil || strings.HasPrefix(c.name, "debug_") && value == 1:
			report(done, setting+" set")
		}
		return
	}
	report(doubtful, "unknown derived metric control ("+name+")")
}

func (d *Definitions) controlLimit(value int32) error {
	if value < -1 || value == 0 {
		return libpcp.ErrArg
	}
	d.limited, d.limit = value >= 0, int(value)
	return nil
}

// controlContext has no context to limit yet: the genuine library finds that after a bad
// value.
func controlContext(_ *Definitions, value int32) error {
	if value < -1 || value == 0 {
		return libpcp.ErrArg
	}
	return libpcp.ErrNoContext
}

func (d *Definitions) controlNovalue(value int32) error {
	if value != 0 && value != 1 {
		return libpcp.ErrArg
	}
	d.missingNovalue = value == 1
	return nil
}

func (d *Definitions) controlTrace(value int32, what debugged) error {
	switch value {
	case 0:
		return nil
	case 1:
		d.traceAlso(what)
		return nil
	}
	return libpcp.ErrArg
}

// leadingInt reads a number as strtol(3) does, cut to an int, and returns what
// follows it.
func leadingInt(s string) (value int32, rest string, ok bool) {
	n, size, _ := cnum.Strtol(s, 10)
	return int32(n), s[size:], size > 0
}
