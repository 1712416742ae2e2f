package generate

import "strings"

// liveSources are the options that say where metrics come from, few at a time:
// most lines are about something else.
func (g *generator) liveSources(tool string) []option {
	var some []option
	add := func(n int, o option) {
		if g.odds(n) {
			some = append(some, o)
		}
	}
	text := func(words ...string) func() string { return func() string { return pick(g, words) } }
	add(6, option{short: "h", long: "host", arg: g.host})
	if g.odds(12) {
		some = append(some, option{short: "h", long: "host", arg: g.host})
	}
	if g.odds(12) {
		// Together, or the agents are those of the machine.
		some = append(some, option{short: "L", long: "local-PMDA", with: []option{
			{short: "K", long: "spec-local", arg: text("clear")},
			{short: "K", long: "spec-local", arg: text("add,30,$PMDAS/sample/pmda_sample.so,sample_init")},
			{short: "n", long: "namespace", arg: text("$PMNS")},
		}})
	}
	add(40, option{short: "K", long: "spec-local", arg: text("clear", "add", "bogus", "del,299", "add,30,/x.so,y", "add,x,y,z", "")})
	add(12, option{short: "n", long: "namespace", arg: text("names", "names", "$PMNS", "badnames", "nosuch", "empty", "", ".")})
	add(60, option{short: "D", long: "debug", arg: text("nosuch", "dev0", "", "dev0,dev1", "dev0,,nosuch")})
	if tool == "pmstore" {
		return some
	}
	add(40, option{short: "a", long: "archive", arg: text("nosuch", "", ".", "names", "$ARCHIVES/20041125.0", "$ARCHIVES/20041125.0,nosuch")})
	add(40, option{short: "", long: "container", arg: text("nosuch", "", "a b")})
	add(12, option{short: "O", long: "origin", arg: text("0", "1sec", "-0", "@10:00", "bogus", "", "now", "+1", "-5", "1 bogus")})
	add(10, option{short: "Z", long: "timezone", arg: text(zones...)})
	add(10, option{short: "z", long: "hostzone"})
	short := ""
	if tool == "pminfo" {
		short = "c"
	}
	add(12, option{short: short, long: "derived", arg: text("derived", "derived", "badderived", "nosuch", "empty", "", ".", "derived:empty")})
	return some
}

var wrongOptions = []string{"-Q", "--bogus", "--=x", "---", "-é", "--bogus=1", "-q1", "--é", "-=", "'-\"'", "--host-", "-:", "-W"}

// spellAll spells options, in some order, some of them twice.
func (g *generator) spellAll(options []option) [][]string {
	g.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	var groups [][]string
	for _, o := range options {
		words := g.spell(o)
		for _, other := range o.with {
			words = append(words, g.spell(other)...)
		}
		groups = append(groups, words)
		if g.odds(25) {
			groups = append(groups, g.spell(o))
		}
	}
	if g.odds(30) {
		groups = append(groups, []string{pick(g, wrongOptions)})
	}
	return groups
}

func (g *generator) livePminfo() ([][]string, []string) {
	options := g.liveSources("pminfo")
	for _, o := range []option{{short: "d", long: "desc"}, {short: "f", long: "fetch"}, {short: "F", long: "fetchall"},
		{short: "I", long: "fullindom"}, {short: "l", long: "labels"}, {short: "m", long: "pmid"},
		{short: "M", long: "fullpmid"}, {short: "s", long: "series"}, {short: "t", long: "oneline"},
		{short: "T", long: "helptext"}, {short: "x", long: "events"}} {
		if g.odds(5) || o.short == "f" && g.odds(2) {
			options = append(options, o)
		}
	}
	if g.odds(15) {
		options = append(options, option{short: "v", long: "verify"})
	}
	if g.odds(6) {
		options = append(options, option{short: "b", long: "batch", arg: func() string { return g.number(6) }})
	}
	if g.odds(15) {
		options = append(options, option{short: "N", long: "uniqnames", arg: func() string { return pick(g, []string{"names", "nosuch", "$PMNS", "badnames"}) }})
	}
	var operands []string
	if g.newer {
		options, operands = g.newerLivePminfo(options)
	}
	for _, name := range g.names(4) {
		switch {
		case g.odds(6):
			name = pick(g, identifiers)
		case g.odds(15):
			name = pick(g, derivedNames)
		}
		operands = append(operands, name)
	}
	if g.odds(60) {
		operands = nil
	}
	return g.spellAll(options), operands
}

func (g *generator) livePmprobe() ([][]string, []string) {
	options := g.liveSources("pmprobe")
	for _, o := range []option{{short: "v", long: "values"}, {short: "i", long: "internal"}, {short: "I", long: "external"},
		{short: "f", long: "force"}, {short: "F", long: "faster"}} {
		if g.odds(4) {
			options = append(options, o)
		}
	}
	if g.odds(30) {
		options = append(options, option{short: "d", long: "version"})
	}
	if g.odds(6) {
		// Below 1 the genuine pmprobe never ends, or crashes. With 1 and -F it
		// prints freed memory for names behind an unknown one.
		options = append(options, option{short: "b", long: "batch", arg: func() string { return pick(g, []string{"2", "3", "5", "1000", "x", "1x", "0x2"}) }})
	}
	operands := g.names(5)
	if g.odds(60) {
		operands = nil
	}
	return g.spellAll(options), operands
}

// livePmval always bounds the number of samples: a live pmval has no end. The
// time window is not used to end it, since how many samples fit depends on how
// busy the machine is.
func (g *generator) livePmval() ([][]string, []string) {
	options := g.liveSources("pmval")
	// Columns of the largest width are a gigabyte each.
	number := func(n int) func() string {
		return func() string { return strings.TrimPrefix(g.number(n), "999999999") }
	}
	text := func(words ...string) func() string { return func() string { return pick(g, words) } }
	options = append(options, option{short: "s", long: "samples", arg: text("1", "2", "3", "1", "2", "x", "-1", "1x", "", "2.5")})
	for _, o := range []struct {
		n int
		option
	}{
		{1, option{short: "t", long: "interval", arg: text("0.01", "0.02", "10msec", "20 msec", "0.00001min", "1e-2", "0.01 s")}},
		{30, option{short: "t", long: "interval", arg: text("bogus", "", "-1", "5 bogus", "0.01sec 10msec")}},
		{4, option{short: "f", long: "precision", arg: number(9)}},
		{4, option{short: "w", long: "width", arg: number(30)}},
		{4, option{short: "i", long: "instances", arg: g.instanceList}},
		{15, option{short: "i", long: "instances", arg: g.instanceList}},
		{4, option{short: "r", long: "raw"}},
		{8, option{short: "X", long: "timestamp"}},
		{20, option{short: "v", long: "verbose"}},
		{40, option{short: "d", long: "delay"}},
		{40, option{short: "U", long: "nointerp", arg: text("nosuch", "names", "")}},
		{12, option{short: "x", long: "filter", arg: g.value}},
		{60, option{short: "A", long: "align", arg: text("0.01", "bogus", "")}},
		{60, option{short: "S", long: "start", arg: text("0.01", "bogus", "@nonsense", "")}},
		{60, option{short: "T", long: "finish", arg: text("bogus", "@nonsense", "100sec")}},
		{80, option{short: "p", long: "guiport", arg: text("x", "-1", "")}},
		{80, option{short: "V", long: "version"}},
	} {
		if g.odds(o.n) {
			options = append(options, o.option)
		}
	}
	operands := []string{g.spec()}
	if g.odds(40) {
		operands = append(operands, g.spec())
	}
	return g.spellAll(options), operands
}

// stores are metrics that can be stored to, and whose next value is then known.
// Not so are those of pmcd's own control, sample.not_ready (its agent is busy
// for as many seconds) and what the clock goes on from.
var stores = []string{
	"sample.long.write_me", "sample.ulong.write_me", "sample.longlong.write_me", "sample.ulonglong.write_me",
	"sample.float.write_me", "sample.double.write_me", "sample.string.write_me", "sample.aggregate.write_me",
	"sample.write_me", "sample.dupnames.two.write_me", "sampledso.long.write_me", "sampledso.ulong.write_me",
	"sampledso.longlong.write_me", "sampledso.ulonglong.write_me", "sampledso.float.write_me",
	"sampledso.double.write_me", "sampledso.string.write_me", "sampledso.aggregate.write_me", "sampledso.write_me",
	"simple.numfetch", "simple.color", "sample.bin", "sample.colour", "sample.drift", "sample.lights",
	"sample.magnitude", "sample.event.reset", "sample.scramble.version", "sample.long.one", "sample.bogus_bin",
	"sample.part_bin", "sample.error_code", "sample.dynamic.meta.pmdesc.sem", "sample.noinst",
	"mmv.acme.debt", "simple.time.user", "sample.string.hullo", "sample.float.bin", "sample.updown.control.max",
}

// livePmstore keeps the operands last, where pmstore wants them: a value may
// look like an option.
func (g *generator) livePmstore() []string {
	options := g.liveSources("pmstore")
	for _, o := range []struct {
		n int
		option
	}{
		{4, option{short: "f", long: "force"}},
		{3, option{short: "F", long: "fetch"}},
		{5, option{short: "i", long: "insts", arg: g.instanceList}},
		{20, option{short: "i", long: "insts", arg: g.instanceList}},
		{80, option{short: "V", long: "version"}},
	} {
		if g.odds(o.n) {
			options = append(options, o.option)
		}
	}
	words := []string{"pmstore"}
	for _, group := range g.clustered(g.spellAll(options)) {
		words = append(words, group...)
	}
	if g.odds(12) {
		words = append(words, "--")
	}
	metric, value := pick(g, stores), g.value()
	switch {
	case g.odds(20):
		metric, value = "sample.dynamic.meta.pmdesc.type", pick(g, []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "-1", "77"})
	case g.odds(30):
		metric, value = "sample.dynamic.meta.pmdesc.units", pick(g, []string{"0", "0x1f010307", "0x10000000", "0x7f7f7f00", "0xffffffff", "x"})
	case g.odds(30):
		metric, value = "sample.dynamic.meta.pmdesc.indom", pick(g, []string{"121634817", "-1", "121634818"})
	case g.odds(12):
		metric = g.name()
	case strings.Contains(metric, "pmdesc.sem"), strings.HasSuffix(metric, "version"), strings.HasSuffix(metric, "max"):
		value = pick(g, []string{"1", "3", "4", "9", "-1", "x"})
	case strings.HasSuffix(metric, "error_code"):
		value = pick(g, []string{"0", "-12389", "-12357", "-11", "0"})
	}
	words = append(words, quote(metric), quote(value))
	switch g.IntN(30) {
	case 0:
		words = words[:len(words)-1]
	case 1:
		words = append(words, pick(g, []string{"x", "-F", "--", "-i", "--fetch"}))
	}
	return words
}
