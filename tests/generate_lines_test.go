package tests

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// generatedLines makes up n command lines about subjects, in the notation of package
// conform's case files. One in six is odd: it has options in any order and
// spelling, wrong ones among them, and some that are of little use with an
// archive.
func generatedLines(seed uint64, n int, tools Tools, subjects []Subject) []string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0)), tools: tools, subjects: subjects}
	lines := make([]string, n)
	for i := range lines {
		lines[i] = g.line()
	}
	return lines
}

// A generator makes up one command line at a time.
type generator struct {
	*rand.Rand
	tools    Tools
	subjects []Subject
	live     bool // in a world of package world, not with archives

	// Of the line:
	tool    string
	odd     bool
	subject Subject
	of      Metric   // pmval's
	names   []string // that -r registers
}

func (g *generator) line() string {
	g.subject, g.odd, g.names = pick(g, g.subjects), g.odds(6), nil
	words := g.variables(archiveVariables)
	if g.newer() && g.odd && g.odds(20) { // the machine of 6.0.3 may have no name space for it
		return strings.Join(append(words, g.local()), " ")
	}
	g.tool = pick(g, []string{"pminfo", "pmprobe", "pmval", "pmval"})
	g.of = g.metric()
	groups := g.options()
	if !g.odd || !g.odds(60) {
		from := option{short: "a", long: "archive", arg: true}
		if g.tool == "pmval" && g.odds(5) {
			from = option{short: "U", long: "nointerp", arg: true}
		}
		groups = append(groups, g.spell(from, use{value: (*generator).archive}))
	}
	if g.tool == "pmval" && !g.odd && g.odds(30) {
		groups = append(groups, []string{"-d", "-t", pick(g, []string{"10msec", "0.02", "7msec"})})
	}
	operands := []string{}
	if g.tool == "pmval" {
		operands = append(operands, g.operand())
	} else {
		operands = g.metrics(6)
	}
	words = append(append(words, g.tool), g.arrange(groups, operands)...)
	return strings.Join(words, " ")
}

// newer reports whether the tools are newer than 6.0.3.
func (g *generator) newer() bool { return g.tools.has("pminfo", "desc-oneline") }

// local is a line about a local context, whose agents are not those of the
// subject. It asks nothing that changes from one run to the next.
func (g *generator) local() string {
	g.tool = "pminfo"
	groups := [][]string{{"-L"}}
	for _, words := range [][]string{{"-d"}, {"-m"}, {"-M"}, {"-t"}, {"-T"}, {"-b", "3"}, {"-n", "/nosuch"}, {"-n", "/var/lib/pcp/pmns/stdpmid"},
		{"-K", "clear"}, {"-K", "del,60"}, {"-K", "add,1,x,y"}, {"--spec-local", "bogus"}, {"-D", "pmns"}} {
		if g.odds(4) {
			groups = append(groups, words)
		}
	}
	name := pick(g, []string{"pmcd.pid", "pmcd.agent", "hinv.ncpu", "kernel.all.load", "mem.util", "nosuch"})
	return strings.Join(append([]string{g.tool}, g.arrange(groups, append(g.metrics(3), name))...), " ")
}

// odds is true once in n.
func (g *generator) odds(n int) bool { return g.IntN(n) == 0 }

func pick[T any](g *generator, from []T) T { return from[g.IntN(len(from))] }

// decimal is a number of a range.
func (g *generator) decimal(from, to int) string { return strconv.Itoa(from + g.IntN(to-from+1)) }

// operand is pmval's metric and its instances; now and then the archive goes
// with them.
func (g *generator) operand() string {
	m := g.of
	if len(m.Instances) > 0 && g.odds(10) {
		m.Name += "[" + g.instances(m) + "]"
	}
	switch {
	case g.odds(25):
		m.Name = g.subject.Name + "/" + m.Name
	case g.odds(80):
		m.Name = pick(g, []string{"host:/", ":/", "./", "/", "a/b/", "localhost:", "x:", g.subject.Host + ":"}) + m.Name
	case g.odds(80):
		m.Name = g.damage(m.Name) + pick(g, []string{"[", "]", "[]", " ", "[a", "/"})
	}
	return m.Name
}

// instances is a list of some of a metric's.
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

// metrics are names of metrics and of what -r registers; now and then
// something like them.
func (g *generator) metrics(most int) []string {
	names := g.names
	for range 1 + g.IntN(most) {
		name := g.metric().Name
		switch {
		case g.odds(8):
			name = parent(name)
		case g.odds(14):
			name += pick(g, []string{".", ".", "..", " ", "x", "[0]", ".*"})
		case g.odds(14) && g.tool == "pminfo":
			name = g.identifier()
		case g.odds(40):
			name = pick(g, []string{"*", "-", "a b", "x/y", strings.ToUpper(name)})
		}
		names = append(names, name)
	}
	return names
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

// registered is an argument of -r, whose name becomes an operand.
func (g *generator) registered() string {
	one, other := g.metric().Name, g.metric().Name
	if g.live {
		one, other = pick(g, liveSingular), pick(g, livePlural)
	}
	name := pick(g, []string{"my.rega", "my.regb", "my.regc"})
	if g.odds(8) {
		name = pick(g, []string{one, "1x", "", "my.rega.b", "my", "a..b", "é", "my.sum"})
	}
	g.names = append(g.names, name)
	return g.registration(name, one, other)
}

// registration is a name, and an expression over two others.
func (g *generator) registration(name, one, other string) string {
	expression := pick(g, []string{
		one, one + " + 1", one + " + " + other, "rate(" + one + ")", "delta(" + one + ")", "sum(" + one + ")", "1", "mkconst(7, meta=" + one + ")",
		one + " > 5 ? " + one + " : " + other, "defined(" + one + ") ? " + one + " : novalue()", "defined(no.such) ? no.such : " + other,
		"count(" + one + ") * 2", "rate(" + one + " * 2)", "instant(" + one + ") / 3", "matchinst(/[a-m]/, " + one + ")", one + "[0]",
		"no.such", one + " +", "novalue()", "rescale(" + one + ", \"Mbyte\")", "avg(" + one, "my.rega + 1",
		"mkconst(1, type=float, semantics=instant, units=\"voltage (mV)\")", "!" + one, "(" + one + ") ? 1 : 2", "scalar(" + one + ")",
	})
	switch g.IntN(20) {
	case 0:
		return name + pick(g, []string{"", "=", " = ", " x=1"})
	case 1, 2, 3:
		return name + " = " + expression
	case 4:
		return name + "= " + expression + " "
	}
	return name + "=" + expression
}

// quote puts a word in a shell's quotes if it needs them.
func quote(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\"'\\$#;&|<>(){}[]*?!`~") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
