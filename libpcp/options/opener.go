package options

import (
	"fmt"
	"io"
	"strings"
	"time"

	"pcptools/libpcp/archive"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/pcp"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/pmproxy"
	"pcptools/libpcp/timewindow"
)

// opener returns what opens a source of a kind.
func (s *Source) opener(kind Kind) (*pcp.Opener, error) {
	o := &pcp.Opener{LookupEnv: s.lookupEnv, Names: s.replacedNames(kind), Derived: s.definitions, NoDerived: s.bare()}
	switch kind {
	case Archive:
		o.Archive = s.archiveOptions()
	case Local:
		return o, s.localOptions(o)
	default:
		protection, err := protection(s.inv)
		if err != nil {
			return nil, err
		}
		o.ProxyTimeout = s.answerTime(pmproxy.DefaultTimeout)
		o.Dialer = pmcd.Dialer{
			NetDial: s.NetDial, Protection: protection, Release: s.inv.Release,
			Log:    func(priority, text string) { notify(s.inv, priority, text) },
			Tracer: s.namingTracer(), SingleDescs: s.Debugs("pdu") && !s.DescsTogether,
		}
		if !s.amongOthers {
			o.Dialer.Prompt = prompt(s.inv)
		}
	}
	return o, nil
}

func (s *Source) archiveOptions() archive.Options {
	opts := archive.Options{Release: s.inv.Release}
	opts.Skipped = func(name string, reason error) {
		notify(s.inv, "Warning", `initarchive: skipping corrupt/unreadable archive "`+name+`": `+s.inv.ErrorTexts().Of(reason))
	}
	opts.Removed = func(name string, volume int) {
		if !strings.Contains(name, "/") {
			name = "./" + name // as libpcp (C) opens it
		}
		notify(s.inv, "Warning", fmt.Sprintf(`__pmLogRead: removing corrupted archive "%s" vol %d`, name, volume))
	}
	if !s.Structured {
		opts.BadDelta = func(b archive.BadDelta) { io.WriteString(s.inv.Stderr, badDelta(b)) }
	}
	_, opts.WrapCounters = s.lookupEnv("PCP_COUNTER_WRAP")
	if gap, ignore := s.lookupEnv("PCP_IGNORE_MARK_RECORDS"); ignore {
		opts.IgnoreMarks = func() (time.Duration, bool) { return markGap(s.inv, gap) }
	}
	if goes := s.Continues; goes != nil {
		opts.Until, opts.More = goes.Until, goes.More
	}
	return opts
}

// badDelta is how libpcp (C) words a bad delta.
func badDelta(b archive.BadDelta) string {
	if b.Goes {
		return fmt.Sprintf("__pmLogUndeltaInDom: Botch: InDom %v: delta inst[%d]=%d delete but inst not in full indom, skipped\n", b.InDom, b.ChangeAt, b.Change.ID)
	}
	return fmt.Sprintf("__pmLogUndeltaInDom: Botch: InDom %v: full inst[%d]=%d \"%s\" and redefined in delta inst[%d]=%d \"%s\", second one skipped\n",
		b.InDom, b.KnownAt, b.Known.ID, b.Known.Name, b.ChangeAt, b.Change.ID, b.Change.Name)
}

// markGap reads the value of PCP_IGNORE_MARK_RECORDS, which PCP reads only at a
// mark.
func markGap(inv *getopt.Invocation, text string) (time.Duration, bool) {
	if text == "" {
		return 0, true
	}
	iv, err := timewindow.ParseInterval(text)
	if err != nil {
		fmt.Fprintf(inv.Stderr, "%s: Warning: bad $PCP_IGNORE_MARK_RECORDS: not in pmParseInterval(3) format:\n%s\n",
			inv.Name, err)
	}
	return iv.Duration(), err == nil
}
