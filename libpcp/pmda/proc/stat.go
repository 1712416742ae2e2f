package proc

import (
	"bytes"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// statFields are the fields of /proc/PID/stat:
//
//	1234 (sleep) S 1 1234 …
//
// The command is in parentheses and may hold any character. The fields after
// it are numbered from 2, the state; they are found when first needed.
type statFields struct {
	parsed  bool
	command []byte
	found   [][]byte // fields from 2 on
	rest    []byte   // what follows those found
}

// parse begins with a text.
func (s *statFields) parse(text []byte) {
	s.forget()
	s.parsed = true
	_, after, _ := bytes.Cut(text, []byte("("))
	if end := bytes.LastIndexByte(after, ')'); end >= 0 {
		s.command, s.rest = after[:end], after[end+1:]
	}
}

func (s *statFields) forget() { *s = statFields{found: s.found[:0]} }

// field returns the field at a position, or an empty one.
func (s *statFields) field(at int) []byte {
	at = max(at-2, 0)
	for len(s.found) <= at {
		field := s.next()
		if len(field) == 0 {
			return nil
		}
		s.found = append(s.found, field)
	}
	return s.found[at]
}

// next takes a field off the rest.
func (s *statFields) next() []byte {
	rest := s.rest
	start := 0
	for start < len(rest) && blank(rest[start]) {
		start++
	}
	end := start
	for end < len(rest) && !blank(rest[end]) {
		end++
	}
	s.rest = rest[end:]
	return rest[start:end]
}

func blank(b byte) bool { return b == ' ' || b == '\n' || b == '\t' }

// number returns the field at a position as a number, or 0.
func (s *statFields) number(at int) uint64 {
	if at < 2 {
		return 0
	}
	return parseNumber(s.field(at))
}

// state returns the letter for the state of the process, or 0.
func (s *statFields) state() byte {
	if state := s.field(2); len(state) > 0 {
		return state[0]
	}
	return 0
}

// parseNumber reads a decimal number; a negative number becomes its two's
// complement. Other text is 0. Errors of package strconv take memory, and many
// numbers are negative or missing.
func parseNumber(b []byte) uint64 {
	if len(b) == 0 {
		return 0
	}
	if b[0] != '-' {
		if n, err := strconv.ParseUint(string(b), 10, 64); err == nil {
			return n
		}
	}
	n, _ := strconv.ParseInt(string(b), 10, 64)
	return uint64(n)
}

// stat returns the fields of the process's file.
func (p *process) stat() (*statFields, error) {
	if p.fields.parsed {
		return &p.fields, nil
	}
	text, err := p.text("stat")
	if err == nil {
		p.fields.parse(text)
	}
	return &p.fields, err
}

// Items of the cluster that are not fields, or not those with their number.
const (
	statCommand    = 1
	statState      = 2
	statForeground = 7
	statPriority   = 17
	statTTYName    = 39
	statWchanName  = 40
	statArguments  = 41
	statLater      = 42 // and what follows: fields before which one has been left out
	statEnviron    = 47
	statPolicy     = 48
)

// statValue supplies the values from /proc/PID/stat and the files beside it.
func (a *agent) statValue(p *process, r *row) (libpcp.Atom, error) {
	switch r.item {
	case 0:
		return libpcp.Uint32Atom(uint32(p.pid)), nil
	case statWchanName:
		if p.file("wchan") == nil {
			return libpcp.Atom{}, pmda.NoValue
		}
		return p.firstLine("wchan")
	case statArguments:
		return text(p.arguments()), nil
	case statEnviron:
		environ, err := p.text("environ") // the last byte ends the last word
		if err == libpcp.ErrTooBig {
			return libpcp.Atom{}, err
		}
		return text(words(environ[:max(0, len(environ)-1)])), nil
	}
	s, err := p.stat()
	if err != nil {
		return libpcp.Atom{}, err
	}
	return a.statField(s, r)
}

// statField supplies what a field of /proc/PID/stat says.
func (a *agent) statField(s *statFields, r *row) (libpcp.Atom, error) {
	switch r.item {
	case statCommand:
		return text(s.command), nil
	case statState:
		if s.state() == 0 {
			return libpcp.Atom{}, libpcp.ErrAppVersion
		}
		return text(s.field(2)), nil
	case statTTYName:
		return text(a.terminals.name(s.number(6))), nil
	case statPolicy:
		return text(policy(s.number(41))), nil
	case statPriority: // it is the one for real time
		return number(r, s.number(39)), nil
	}
	if r.item == statForeground && int64(s.number(7)) < 0 {
		return libpcp.Atom{}, pmda.NoValue // the terminal has no foreground group
	}
	at := int(r.item)
	if r.item >= statLater {
		at = int(r.item) - 2
	}
	return number(r, a.scaled(r, s.number(at))), nil
}

// scaled converts ticks, bytes and pages to the units of the metric.
func (a *agent) scaled(r *row, n uint64) uint64 {
	switch {
	case r.units == libpcp.Millisec:
		return n * 1000 / a.hertz
	case r.name == "psinfo.rss":
		return n * a.pageSize / 1024
	case r.units == libpcp.KByte:
		return n / 1024
	}
	return n
}

// policies are the names of scheduling policies (sched(7)).
var policies = [...][]byte{[]byte("NORMAL"), []byte("FIFO"), []byte("RR"), []byte("BATCH"), nil, []byte("IDLE"), []byte("DEADLN")}

// noName stands for a missing name.
var noName = []byte("?")

func policy(n uint64) []byte {
	if n < uint64(len(policies)) && policies[n] != nil {
		return policies[n]
	}
	return noName
}

// number is a value of a metric, cut to the size of its type.
func number(r *row, n uint64) libpcp.Atom {
	switch r.kind {
	case libpcp.TypeU32:
		return libpcp.Uint32Atom(uint32(n))
	case libpcp.Type32:
		return libpcp.Int32Atom(int32(n))
	}
	return libpcp.Uint64Atom(n)
}

// text is a string as a value, which aliases it.
func text(b []byte) libpcp.Atom { return libpcp.BytesAtom(libpcp.TypeString, b) }
