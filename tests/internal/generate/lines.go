package generate

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// Lines makes up n command lines about subjects, in the notation of package
// conform's case files.
func Lines(seed uint64, n int, subjects []Subject) []string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0)), subjects: subjects}
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
	subject  Subject // of the line
	words    []string
}

func (g *generator) line() string {
	g.subject = pick(g, g.subjects)
	g.words = nil
	if g.odds(2) {
		g.add("PCP_DERIVED_CONFIG=")
	}
	if g.odds(20) {
		g.add("TZ=" + quote(pick(g, zones)))
	}
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

var zones = []string{"UTC", "EST5EDT", "Australia/Melbourne", ":America/New_York", "XYZ-3:30",
	"PST8PDT,M3.2.0,M11.1.0", "<+05>-5", "nonsense", "", "Europe/Lisbon"}

func (g *generator) pminfo() {
	g.add("-a", g.archive())
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
	g.position()
	g.zone()
	g.metrics(6, g.identifier)
}

func (g *generator) pmprobe() {
	g.add("-a", g.archive())
	g.add(pick(g, [][]string{{}, {"-v"}, {"-i"}, {"-I"}, {"-iI"}, {"-fi"}, {"-fI"}, {"-fv"}, {"-v", "-V"}, {"-F"}, {"-Fv"}})...)
	g.position()
	g.zone()
	g.metrics(6, nil)
}

func (g *generator) pmval() {
	g.add(pick(g, []string{"-a", "-a", "-a", "-a", "-U"}), g.archive())
	g.add("-s", strconv.Itoa(1+g.IntN(12)))
	g.optional("-t", 2, g.interval)
	g.optional("-S", 5, g.when)
	g.optional("-T", 5, g.when)
	g.optional("-A", 8, g.interval)
	g.position()
	g.zone()
	g.optional("-f", 8, func() string { return strconv.Itoa(g.IntN(7)) })
	g.optional("-w", 8, func() string { return strconv.Itoa(1 + g.IntN(30)) })
	g.add(pick(g, [][]string{{}, {}, {}, {"-r"}, {"-X"}, {"-X", "-X"}, {"-v"}})...)
	m := g.metric()
	if len(m.Instances) > 0 && g.odds(3) {
		g.add("-i", quote(g.instances(m)))
	} else if len(m.Instances) > 0 && g.odds(10) {
		m.Name += "[" + pick(g, m.Instances) + "]"
	}
	g.add(quote(m.Name))
}

func (g *generator) instances(m Metric) string {
	names := []string{pick(g, m.Instances)}
	for g.odds(2) {
		names = append(names, pick(g, m.Instances))
	}
	if g.odds(12) {
		names = append(names, "nosuch")
	}
	for i, name := range names {
		if strings.ContainsAny(name, " ,") {
			names[i] = `"` + name + `"`
		}
	}
	return strings.Join(names, ",")
}

// archive is the subject, by one of its names.
func (g *generator) archive() string {
	name := g.subject.Name
	switch {
	case g.odds(15):
		name += ".meta"
	case g.odds(15):
		name += ".index"
	case g.odds(15):
		name += ".0"
	case g.odds(20):
		name = "./" + name
	case g.odds(25):
		name += "," + name
	case g.odds(40):
		name += "," + pick(g, g.subjects).Name
	}
	return quote(name)
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

// position adds an origin.
func (g *generator) position() { g.optional("-O", 3, g.when) }

func (g *generator) zone() {
	switch {
	case g.odds(8):
		g.add("-z")
	case g.odds(8):
		g.add("-Z", quote(pick(g, zones)))
	}
}

// optional adds an option once in n times.
func (g *generator) optional(option string, n int, arg func() string) {
	if g.odds(n) {
		g.add(option, quote(arg()))
	}
}

// interval is a time interval of a size that suits the subject.
func (g *generator) interval() string {
	span := max(g.subject.End.Sub(g.subject.Start).Seconds(), 10)
	n := span / (1 + 50*g.Float64())
	if g.odds(2) {
		n = float64(int(n) + 1)
	}
	text := strconv.FormatFloat(n, 'f', -1, 64)
	switch g.IntN(8) {
	case 0:
		return strconv.FormatFloat(n/60, 'f', 3, 64) + " minutes"
	case 1:
		return text + "sec"
	case 2:
		return strconv.FormatFloat(n*1000, 'f', 0, 64) + "msec"
	case 3:
		return pick(g, []string{"5s", "1min", "1 hour", "1d", "100msec", "bogus", "5 bogus", "0", "-5", ""})
	}
	return text
}

// when is a point in time, mostly within the subject.
func (g *generator) when() string {
	span := g.subject.End.Sub(g.subject.Start)
	t := g.subject.Start.Add(time.Duration((g.Float64()*1.2 - 0.1) * float64(span)))
	switch g.IntN(10) {
	case 0, 1:
		return "@" + t.Format("15:04:05")
	case 2:
		return "@" + t.Format("Mon Jan _2 15:04:05 2006")
	case 3:
		return "@" + t.Format("2006-01-02 15:04:05.000")
	case 4:
		return "-" + g.interval()
	case 5:
		return pick(g, []string{"-0", "+0", "@nonsense", "bogus", "@", "", "@25:00", "now", "@today"})
	}
	return g.interval()
}

// quote puts a word in a shell's quotes if it needs them.
func quote(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\"'\\$#;&|<>(){}[]*?!`~") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
