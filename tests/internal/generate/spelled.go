package generate

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// Spelled makes up n command lines as [Lines] does, but with options in any
// order and spelling, wrong ones among them, and with some that are of little
// use with an archive.
func Spelled(seed uint64, n int, subjects []Subject, newer bool) []string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 5)), subjects: subjects, newer: newer}
	lines := make([]string, n)
	for i := range lines {
		lines[i] = g.spelled()
	}
	return lines
}

func (g *generator) spelled() string {
	g.subject = pick(g, g.subjects)
	g.words = nil
	g.environment()
	for _, v := range otherVariables {
		if g.odds(v.n) {
			g.add(v.name + "=" + quote(pick(g, v.values)))
		}
	}
	if g.newer && g.odds(40) { // this machine may have no name space for it
		return g.spelledLocal()
	}
	archive := option{short: "a", long: "archive", arg: g.plainArchive}
	var options []option
	var operands []string
	tool := pick(g, []string{"pminfo", "pminfo", "pmprobe", "pmval", "pmval"})
	switch tool {
	case "pminfo":
		options, operands = g.spelledPminfo()
	case "pmprobe":
		options, operands = g.spelledPmprobe()
	default:
		if g.odds(5) {
			archive = option{short: "U", long: "nointerp", arg: g.plainArchive}
		}
		options, operands = g.spelledPmval()
	}
	if !g.odds(60) {
		options = append(options, archive)
	}
	options = append(options, g.few(commonOptions)...)
	g.add(tool)
	g.add(g.arrange(g.spellAll(options), operands)...)
	return strings.Join(g.words, " ")
}

// plainArchive is archive without the quotes that spell adds.
func (g *generator) plainArchive() string { return strings.Trim(g.archive(), "'") }

// An oddOption is one that a line has once in n times.
type oddOption struct {
	n           int
	short, long string
	values      []string // nil if it takes none
}

// few takes some of the options.
func (g *generator) few(from []oddOption) (some []option) {
	for _, o := range from {
		if !g.odds(o.n) {
			continue
		}
		var arg func() string
		if o.values != nil {
			arg = func() string { return pick(g, o.values) }
		}
		some = append(some, option{short: o.short, long: o.long, arg: arg})
	}
	return some
}

// timed takes some of the options about points in time.
func (g *generator) timed(n int, short, long string, arg func() string) []option {
	if !g.odds(n) {
		return nil
	}
	return []option{{short: short, long: long, arg: arg}}
}

func (g *generator) spelledPminfo() ([]option, []string) {
	options := append(g.few(pminfoOptions), g.timed(6, "O", "origin", g.when)...)
	operands := g.spelledNames()
	if g.newer {
		options = append(options, g.few(newerPminfoOptions)...)
		if g.odds(8) {
			name := pick(g, []string{"my.one", "my.two", "x", "a.b.c", "9x", "a..b", "é", g.metric().Name})
			text := g.registration(name, g.metric().Name, g.metric().Name)
			options = append(options, option{short: "r", long: "register", arg: func() string { return text }})
			operands = append(operands, name)
			if g.odds(8) {
				operands = append(operands, "")
			}
		}
	}
	return options, operands
}

// spelledLocal asks a local context, whose agents are not those of the subject.
func (g *generator) spelledLocal() string {
	options := append(g.few(localOptions), option{short: "L", long: "local-PMDA"})
	names := g.spelledNames()
	names[0] = pick(g, []string{"pmcd.pid", "pmcd.agent", "hinv.ncpu", "kernel.all.load", "mem.util", "nosuch", names[0]})
	g.add("pminfo")
	g.add(g.arrange(g.spellAll(options), names)...)
	return strings.Join(g.words, " ")
}

func (g *generator) spelledPmprobe() ([]option, []string) {
	return append(g.few(pmprobeOptions), g.timed(6, "O", "origin", g.when)...), g.spelledNames()
}

func (g *generator) spelledPmval() ([]option, []string) {
	samples := func() string { return strconv.Itoa(1 + g.IntN(15)) }
	options := append(g.few(pmvalOptions), option{short: "s", long: "samples", arg: samples})
	options = append(options, g.timed(2, "t", "interval", g.interval)...)
	options = append(options, g.timed(4, "S", "start", g.when)...)
	options = append(options, g.timed(4, "T", "finish", g.when)...)
	options = append(options, g.timed(4, "O", "origin", g.when)...)
	options = append(options, g.timed(6, "A", "align", g.align)...)
	m := g.metric()
	if len(m.Instances) > 0 {
		options = append(options, g.timed(3, "i", "instances", func() string { return g.instances(m) })...)
	}
	switch g.IntN(20) {
	case 0:
		m.Name = g.subject.Name + "/" + m.Name
	case 1:
		m.Name = pick(g, []string{"localhost:", "x:", "/", "./", g.subject.Host + ":"}) + m.Name
	case 2:
		m.Name = g.spelledName()
	}
	return options, []string{m.Name}
}

func (g *generator) spelledNames() []string {
	names := make([]string, 1+g.IntN(4))
	for i := range names {
		names[i] = g.spelledName()
	}
	return names
}

// spelledName is the name of a metric or a branch, or something like it.
func (g *generator) spelledName() string {
	name := g.metric().Name
	switch g.IntN(14) {
	case 0:
		return parent(name)
	case 1:
		root, _, _ := strings.Cut(name, ".")
		return root
	case 2:
		return name + pick(g, []string{"", "", ".", "..", " ", "x", "[0]", ".*"})
	case 3:
		return pick(g, []string{name, name, "*", "-", "a b", "1.2.3", "60.0.4", "29.0", "60", "511.1", "x/y", strings.ToUpper(name)})
	}
	return name
}
