package sample

import (
	"context"
	"fmt"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// proc is processes that do not exist. They come and go as if they did.
type proc struct {
	random  linear
	slots   [20]process // the first few stay
	last    int32       // number given out last
	ongoing bool
}

// process is one of them, or no one if its number is zero.
type process struct {
	number  int32
	path    string
	started time.Time
}

const (
	firstProcesses = 4
	turnover       = 0.075 // probability of coming and going, at each fetch
)

func (a *agent) procMetrics() []pmda.Metric {
	p := &a.family
	return []pmda.Metric{{
		Name: "proc.ordinal", Item: 156, InDom: processes, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "the number of a made-up process",
		Fetch:   p.of(func(p *process) libpcp.Atom { return libpcp.Uint32Atom(uint32(p.number)) }),
	}, {
		Name: "proc.exec", Item: 157, InDom: processes, Type: libpcp.TypeString, Sem: libpcp.SemInstant,
		OneLine: "what the path of a made-up process ends with",
		Fetch:   p.of(func(p *process) libpcp.Atom { return libpcp.StringAtom(p.command()) }),
	}, {
		Name: "proc.time", Item: 158, InDom: processes, Type: libpcp.TypeU64, Sem: libpcp.SemCounter, Units: libpcp.Millisec,
		OneLine: "how long a made-up process has been there",
		Fetch: p.of(func(p *process) libpcp.Atom {
			return libpcp.Uint64Atom(uint64(time.Since(p.started) / time.Millisecond))
		}),
	}, {
		Name: "proc.reset", Item: 159, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "0; storing anything starts again with the first four processes",
		Fetch:   fixed(libpcp.Int32Atom(0)),
		Store: func(context.Context, *pmda.Request, libpcp.Atom) error {
			*p = proc{}
			return nil
		},
	}}
}

// list returns the processes in order of number. A fetch changes them first.
func (p *proc) list(r *pmda.Request) ([]libpcp.Instance, error) {
	if r.Kind == pmda.KindFetch {
		p.change()
	}
	var members []libpcp.Instance
	for _, member := range p.sorted() {
		members = append(members, libpcp.Instance{ID: member.number, Name: member.name()})
	}
	return members, nil
}

// sorted returns the processes in order of number.
func (p *proc) sorted() []*process {
	var there []*process
	for i := range p.slots {
		if p.slots[i].number == 0 {
			continue
		}
		at := len(there)
		for at > 0 && there[at-1].number > p.slots[i].number {
			at--
		}
		there = append(there, nil)
		copy(there[at+1:], there[at:])
		there[at] = &p.slots[i]
	}
	return there
}

// change lets some go and others come, or starts with the first few.
func (p *proc) change() {
	if !p.ongoing {
		*p = proc{random: 1, ongoing: true}
		for i := range firstProcesses {
			p.start(i)
		}
		return
	}
	for i := firstProcesses; i < len(p.slots); i++ {
		if p.slots[i].number != 0 && p.random.float() < turnover {
			p.slots[i] = process{}
		}
	}
	for i := firstProcesses; i < len(p.slots); i++ {
		if p.slots[i].number == 0 && p.random.float() < turnover {
			p.start(i)
		}
	}
}

func (p *proc) start(slot int) {
	p.last++
	p.slots[slot] = process{number: p.last, path: processPath(p.last), started: time.Now()}
}

// processPath is the path of a process, made from its number.
func processPath(number int32) string {
	if number == 1 {
		return ""
	}
	dirs := [...]string{"/etc", "/usr", "/usr/local", "/usr/opt"}
	below := [...]string{"", "/bin"}
	programs := [...]string{"bozo", "bobo", "jester", "loko", "pierrot", "waldo", "yobo", "jojo", "koko", "lala"}
	n := int(number - 2)
	return dirs[n%len(dirs)] + below[n%len(below)] + "/" + programs[n%len(programs)]
}

func (p *process) name() string {
	if p.path == "" {
		return fmt.Sprintf("%04d init", p.number)
	}
	return fmt.Sprintf("%04d %s", p.number, p.path)
}

// command is what follows the last slash.
func (p *process) command() string {
	name := p.name()
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '/' {
			return name[i+1:]
		}
	}
	return name
}

// of returns a fetch function for what value returns for a process.
func (p *proc) of(value func(*process) libpcp.Atom) pmda.FetchFunc {
	return func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
		for i := range p.slots {
			if p.slots[i].number == r.Inst {
				return value(&p.slots[i]), nil
			}
		}
		return libpcp.Atom{}, libpcp.ErrInst
	}
}
