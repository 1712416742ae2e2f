package generate

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// Live makes up n command lines for a world of package world, in the notation
// of package conform's case files. They go with the files of [LiveFiles]. With
// newer they use what releases after 6.0.3 brought.
func Live(seed uint64, n int, newer bool) []string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 3)), newer: newer}
	lines := make([]string, n)
	for i := range lines {
		lines[i] = strings.Join(append(g.variables(), g.command()...), " ")
	}
	return lines
}

// LiveFiles are the files that the lines of [Live] find in their directory.
func LiveFiles() map[string]string {
	return map[string]string{
		"names": "root {\n\tsample\n\tmy\tname 29:0:8\n}\nsample {\n\tlong\n\tbin 29:0:6\n}\n" +
			"sample.long {\n\tone 29:0:10\n\tten 29:0:11\n}\nmy {\n\tone 29:0:10\n\tgone 29:9:9\n\tother 511:0:1\n}\n",
		"badnames": "root {\n\tsample 29:0\n",
		"derived": "my.sum = sample.long.one + sample.long.ten\nmy.rate = rate(sample.byte_ctr)\n" +
			"my.bins = sample.bin * 2\nmy.bad = nosuch + 1\nmy.max = max(sample.colour)\n",
		"badderived": "my.sum = sample.long.one +\nmy = \nsample.bin = 1\nmy.ok = 3\n",
		"map":        "f {\n\tsample.long.one ONE\n\tsample.bin BIN\n}\n",
		"empty":      "",
	}
}

// variables are assignments before the command, mostly none.
func (g *generator) variables() []string {
	var words []string
	set := func(n int, name string, values ...string) {
		if g.odds(n) {
			words = append(words, name+"="+quote(pick(g, values)))
		}
	}
	set(25, "TZ", zones...)
	set(25, "LC_ALL", "C", "C.UTF-8", "C.utf8", "en_US.UTF-8", "POSIX", "nonsense", "")
	set(30, "POSIXLY_CORRECT", "", "1")
	set(50, "COLUMNS", "20", "200", "x", "0")
	set(50, "PMCD_PORT", "1", "bad", "", "1,$PORT", "$PORT,1", "-1", "70000")
	set(50, "PMCD_SOCKET", "$SOCKET", "/nosuch", "")
	set(50, "PCP_HOST", "localhost", "", "localhost:1", "unix:", "localhost:bad")
	set(50, "PCP_DERIVED_CONFIG", "derived", "badderived", "nosuch", "empty", "derived:empty", ":")
	set(60, "PCP_STDERR", "", "err", "/nosuch/err")
	set(60, "PCP_DEBUG", "nosuch", "dev0", "", "dev0,nosuch")
	set(60, "PCP_TIMEZONE", "EST5EDT", "", "nonsense")
	set(60, "PCP_HOSTZONE", "", "1")
	set(60, "PCP_NAMESPACE", "names", "nosuch", "")
	set(80, "PMNS_DEFAULT", "names", "badnames", "nosuch")
	set(80, "PCP_COUNTER_WRAP", "", "1")
	set(80, "PMCD_CONNECT_TIMEOUT", "x", "50", "60.5", "", "-1")
	set(80, "PMCD_REQUEST_TIMEOUT", "x", "120", "-1") // at 0 some answers are in time, some not
	set(80, "PMCD_RECONNECT_TIMEOUT", "x", "5,10", "", "1,,2")
	set(80, "PCP_CONTAINER", "nosuch", "")
	set(80, "PCP_ARCHIVE", "nosuch") // none among others crashes
	set(80, "PCP_ORIGIN", "1s", "bogus", "")
	set(90, "PCP_HOST_LIST", "localhost", "localhost,localhost", "", ",")
	set(90, "PCP_ARCHIVE_LIST", "nosuch")
	set(90, "PCP_SPECLOCAL", "clear", "bogus", "")
	set(90, "PCP_SAMPLES", "1", "2", "x", "")
	set(90, "PCP_INTERVAL", "0.01", "bogus", "")
	set(90, "PCP_START_TIME", "1s", "bogus", "")
	set(90, "PCP_ALIGN_TIME", "0.01", "bogus", "")
	set(90, "PCP_GUIMODE", "1", "")
	set(90, "PCP_GUIPORT", "x", "")
	set(90, "PCP_FOLIO", "nosuch", "names", "")
	set(90, "PCP_UNIQNAMES", "names", "nosuch", "")
	set(90, "PCP_SECURE_SOCKETS", "", "enforce", "relaxed")
	set(90, "PCP_UNKNOWN", "1")
	if g.newer {
		for _, v := range newerVariables {
			set(v.n, v.name, v.values...)
		}
	}
	return words
}

func (g *generator) command() []string {
	tool := pick(g, []string{"pminfo", "pminfo", "pmprobe", "pmval", "pmstore", "pmstore", "other"})
	switch tool {
	case "pminfo":
		return append([]string{tool}, g.arrange(g.livePminfo())...)
	case "pmprobe":
		return append([]string{tool}, g.arrange(g.livePmprobe())...)
	case "pmval":
		return append([]string{tool}, g.arrange(g.livePmval())...)
	case "pmstore":
		return g.livePmstore()
	}
	if g.odds(4) {
		// What it makes of a file has the time of day in it.
		return append([]string{"pmgenmap"}, pick(g, [][]string{{"nosuch"}, {"-?"}, {"map", "map"}, {"--", "map"},
			{"-x", "map"}, {"--help"}, {"."}})...)
	}
	return g.livePmerr()
}

func (g *generator) livePmerr() []string {
	words := []string{"pmerr"}
	if g.odds(12) {
		words = append(words, pick(g, []string{"-l", "--list", "-?", "--help", "-V", "--version", "-x", "--", "-", "--li"}))
	}
	for range g.IntN(4) {
		code := strconv.Itoa(g.IntN(150) - 10)
		switch g.IntN(4) {
		case 0:
			code = quote(g.value())
		case 1, 2:
			code = pick(g, []string{"-", "", "0x-", "-0x"}) + strconv.Itoa(12340+g.IntN(120))
		}
		words = append(words, code)
	}
	return words
}
