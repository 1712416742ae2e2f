package tests

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// generatedNameSpace makes up a name-space file: whole, or with something in it that
// the preprocessor or the reader cannot take. It is never both, because PCP's
// preprocessor is another process, and which of them complains first
// is a matter of luck.
func generatedNameSpace(seed uint64) string {
	g := &namespace{Rand: rand.New(rand.NewPCG(seed, 1))}
	mode := g.IntN(3)
	g.proper = mode == 0
	g.group("root", "", 0)
	if g.odds(2) {
		g.Shuffle(len(g.groups), func(i, j int) { g.groups[i], g.groups[j] = g.groups[j], g.groups[i] })
	}
	text := strings.Join(g.groups, "")
	if mode != 1 && g.odds(2) {
		text = "#define D 5\n#define E 6\n" + text
	}
	switch mode {
	case 0:
		return g.insert(text, directives)
	case 1:
		return g.insert(text, junk)
	}
	return text
}

type namespace struct {
	*rand.Rand
	proper bool // as far as the reader goes
	groups []string
}

func (g *namespace) odds(n int) bool { return g.IntN(n) == 0 }

func (g *namespace) pick(list ...string) string { return list[g.IntN(len(list))] }

// group makes up a group and most of those that it needs.
func (g *namespace) group(name, path string, depth int) {
	at := len(g.groups)
	g.groups = append(g.groups, "")
	var entries []string
	for _, i := range g.Perm(4)[:g.IntN(5)] {
		entry := string(rune('a' + i))
		below := strings.TrimPrefix(path+"."+entry, ".")
		if depth < 3 && g.odds(3) {
			if !g.odds(30) {
				g.group(below, below, depth+1)
			}
		} else {
			entry += g.pick(" ", "\t", "  ", "\n") + g.pmid()
		}
		entries = append(entries, entry)
		if !g.proper && g.odds(40) {
			entries = append(entries, entry)
		}
	}
	between := g.pick("\n ", "\n\t", " ")
	g.groups[at] = name + g.pick(" {", "\n{", "  {") + between +
		strings.Join(entries, between) + g.pick("\n}\n", " }\n", "\n }\n\n")
}

func (g *namespace) pmid() string {
	if !g.proper && g.odds(25) {
		return g.pick("1:2", "511:1:1", "1:4096:1", "1:1:1024", "x:1:1", "511:*:*", "*", "1::2", "1:2:3:4:5")
	}
	if g.odds(6) {
		return g.pick("7:*:*", "5", "1:1:1:4", "1 : 2 : 3", "1: 2:3", "007:1:1", "510:4095:1023")
	}
	number := func(n int) string { return strconv.Itoa(g.IntN(n)) }
	return "1:" + number(3) + ":" + number(9)
}

// What stands at the start of a line for the preprocessor. None of it changes
// what the reader sees.
var directives = []string{
	"#define F 5", "#define D 8", "#define E", "#define G 'x y", "#define 1 2", "#undef", "#undef D E", "#undef Z",
	"#ifdef Z\nfoo!\n#endif", "#ifndef Z\n#endif", "#ifdef Z\nfoo!\n#else\n#endif", "#ifdef Z\n#ifdef Y",
	"#else", "#endif", "#include \"nosuch\"", "#include <", "#include", "#shell", "#shell 'true' x", "#shell 'true'",
	"/* x */", "/* x\n y */", "/**/",
}

// What the reader stumbles on, in most places.
var junk = []string{
	"foo! ", "{", "}", "root {\n}\n", "c.d {\n}\n", "a {\n}\n", " : ", ":", "a.b", "\v", "\r", "\xe9", "a", "\n",
	strings.Repeat(" ", 260), strings.Repeat("x", 256) + "\n", "D", " E ", "_a 1:1:1", "1:1:1", "\"", "'", "*",
	"\n# 5 \"foo\"\n", "\n# 9\n", "\n#x\n", "#",
}

// insert puts a few of the pieces somewhere, whole lines between lines.
func (g *namespace) insert(text string, pieces []string) string {
	for range 1 + g.IntN(3) {
		if strings.HasPrefix(pieces[0], "#") {
			lines := strings.SplitAfter(text, "\n")
			at := g.IntN(len(lines))
			lines[at] = g.pick(pieces...) + "\n" + lines[at]
			text = strings.Join(lines, "")
			continue
		}
		at := g.IntN(len(text) + 1)
		text = text[:at] + g.pick(pieces...) + text[at:]
	}
	if !g.proper && g.odds(6) {
		text = text[:g.IntN(len(text)+1)]
	}
	return text
}
