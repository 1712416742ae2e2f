package tests

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// generatedLiveLines makes up n command lines for a world of package world, in the notation
// of package conform's case files. They go with the files of [generatedFiles].
func generatedLiveLines(seed uint64, n int, tools Tools) []string {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 3)), tools: tools, live: true}
	lines := make([]string, n)
	for i := range lines {
		lines[i] = g.command()
	}
	return lines
}

// generatedFiles are the files that the lines of [generatedLiveLines] find in their directory.
func generatedFiles() map[string]string {
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

func (g *generator) command() string {
	g.odd, g.names = !g.odds(3), nil
	words := g.variables(liveVariables)
	g.tool = pick(g, []string{"pminfo", "pminfo", "pmprobe", "pmval", "pmstore", "pmstore", "pmerr", "pmgenmap"})
	words = append(words, g.tool)
	switch g.tool {
	case "pmerr":
		return strings.Join(append(words, g.pmerr()...), " ")
	case "pmgenmap":
		// What it makes of a file has the time of day in it.
		return strings.Join(append(words, pick(g, []string{"nosuch", "-?", "map map", "-- map", "-x map", "--help", "."})), " ")
	}
	groups := g.options()
	if g.tool == "pmstore" { // its options come first: a value may look like one
		words = append(words, g.arrange(groups, nil)...)
		if g.odds(12) {
			words = append(words, "--")
		}
		return strings.Join(append(words, g.stored()...), " ")
	}
	operands := g.names
	switch {
	case g.tool == "pmval":
		operands = append(operands, g.spec())
		if g.odds(40) {
			operands = append(operands, g.spec())
		}
	case !g.odds(60):
		operands = append(operands, g.some(5)...)
	}
	return strings.Join(append(words, g.arrange(groups, operands)...), " ")
}

// pmerr are arguments of pmerr.
func (g *generator) pmerr() []string {
	var words []string
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
