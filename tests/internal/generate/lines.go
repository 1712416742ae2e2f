package generate

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// Lines makes up n command lines about subjects, in the notation of package
// conform's case files. With newer they use what releases after 6.0.3 brought.
func Lines(seed uint64, n int, subjects []Subject, newer bool) []string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0)), subjects: subjects, newer: newer}
	lines := make([]string, n)
	for i := range lines {
		lines[i] = g.line()
	}
	return lines
}

// A generator makes up one command line at a time.
type generator struct {
	*rand.Rand
	subjects []Subject
	newer    bool
	subject  Subject // of the line
	words    []string
}

func (g *generator) line() string {
	g.subject = pick(g, g.subjects)
	g.words = nil
	g.environment()
	tool := pick(g, []string{"pminfo", "pmprobe", "pmval", "pmval"})
	g.add(tool)
	switch tool {
	case "pminfo":
		g.pminfo()
	case "pmprobe":
		g.pmprobe()
	default:
		g.pmval()
	}
	return strings.Join(g.words, " ")
}

// odds is true once in n.
func (g *generator) odds(n int) bool { return g.IntN(n) == 0 }

func (g *generator) add(words ...string) { g.words = append(g.words, words...) }

func pick[T any](g *generator, from []T) T { return from[g.IntN(len(from))] }

func (g *generator) pminfo() {
	g.archives()
	for _, option := range []string{"-d", "-f", "-F", "-I", "-l", "-m", "-M", "-s", "-t", "-T", "-x"} {
		if g.odds(4) {
			g.add(option)
		}
	}
	if g.odds(20) {
		g.add("-v")
	}
	if g.odds(15) {
		g.add("-b", strconv.Itoa(g.IntN(5)))
	}
	if g.newer {
		g.newerPminfo()
	}
	g.position()
	g.zone()
	g.metrics(6, g.identifier)
}

func (g *generator) pmprobe() {
	g.archives()
	g.add(pick(g, [][]string{{}, {"-v"}, {"-i"}, {"-I"}, {"-iI"}, {"-fi"}, {"-fI"}, {"-fv"}, {"-v", "-V"}, {"-F"}, {"-Fv"}})...)
	g.optional("-b", 30, func() string { return strconv.Itoa(1 + g.IntN(5)) })
	g.position()
	g.zone()
	g.metrics(6, nil)
}

func (g *generator) pmval() {
	if g.odds(5) {
		g.add("-U", g.archive())
	} else {
		g.archives()
	}
	g.add("-s", strconv.Itoa(1+g.IntN(12)))
	g.optional("-t", 2, g.interval)
	g.optional("-S", 5, g.when)
	g.optional("-T", 5, g.when)
	g.optional("-A", 8, g.align)
	g.position()
	g.zone()
	g.optional("-f", 8, func() string { return strconv.Itoa(g.IntN(7)) })
	g.optional("-w", 8, func() string { return strconv.Itoa(1 + g.IntN(30)) })
	g.optional("-x", 150, func() string { return "1" })
	g.add(pick(g, [][]string{{}, {}, {}, {"-r"}, {"-X"}, {"-X", "-X"}, {"-v"}, {"-rX"}})...)
	if g.odds(30) {
		g.add("-d", "-t", pick(g, []string{"10msec", "0.02", "7msec"}))
	}
	g.operand()
}

// operand adds pmval's metric and its instances; now and then the archive goes
// with them.
func (g *generator) operand() {
	m := g.metric()
	if len(m.Instances) > 0 && g.odds(3) {
		g.add("-i", quote(g.instances(m)))
	} else if len(m.Instances) > 0 && g.odds(10) {
		m.Name += "[" + g.instances(m) + "]"
	}
	switch {
	case g.odds(25):
		m.Name = g.subject.Name + "/" + m.Name
	case g.odds(80):
		m.Name = pick(g, []string{"host:/", ":/", "./", "/", "a/b/", g.subject.Host + ":"}) + m.Name
	case g.odds(80):
		m.Name = g.damage(m.Name) + pick(g, []string{"[", "]", "[]", " ", "[a", "/"})
	}
	g.add(quote(m.Name))
}

func (g *generator) instances(m Metric) string {
	names := []string{pick(g, m.Instances)}
	for g.odds(2) {
		names = append(names, pick(g, m.Instances))
	}
	if g.odds(8) {
		names = append(names, pick(g, []string{"nosuch", "0", "1", "60", "2", "", "cpu"}))
	}
	for i, name := range names {
		if strings.ContainsAny(name, " ,") {
			names[i] = `"` + name + `"`
		}
	}
	return strings.Join(names, ",")
}

// metrics adds names of metrics; now and then something else.
func (g *generator) metrics(most int, other func() string) {
	for range 1 + g.IntN(most) {
		name := g.metric().Name
		switch {
		case g.odds(8):
			name = parent(name)
		case g.odds(25):
			name += "."
		case g.odds(10) && other != nil:
			name = other()
		}
		g.add(quote(name))
	}
}

func (g *generator) metric() Metric {
	if len(g.subject.Metrics) == 0 || g.odds(25) {
		return Metric{Name: pick(g, []string{"nosuch", "sample.bin", "kernel.all.load", "disk.dev.util", "kernel.cpu.util.user"})}
	}
	return pick(g, g.subject.Metrics)
}

// parent is the name one level up, "" at the top.
func parent(name string) string { return name[:max(0, strings.LastIndexByte(name, '.'))] }

// identifier is a PMID or an instance domain, which may exist.
func (g *generator) identifier() string {
	n := func(below int) string { return strconv.Itoa(g.IntN(below)) }
	domain := pick(g, []string{"29", "60", "2", "3", n(512)})
	if g.odds(2) {
		return domain + "." + n(20)
	}
	return domain + "." + n(5) + "." + n(60)
}

// optional adds an option once in n times.
func (g *generator) optional(option string, n int, arg func() string) {
	if g.odds(n) {
		g.add(option, quote(arg()))
	}
}

// quote puts a word in a shell's quotes if it needs them.
func quote(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\"'\\$#;&|<>(){}[]*?!`~") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
