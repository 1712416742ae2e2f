package generate

import "strings"

// An option is one of a tool's, to be spelled in any way that it may be, and
// in some that it may not.
type option struct {
	short string // without its dash; "" if there is none
	long  string
	arg   func() string // nil if it takes none
	with  []option      // that must follow it
}

// spell adds an option to the words of a line, each time as one group of words
// that must stay together.
func (g *generator) spell(o option) []string {
	var arg string
	if o.arg != nil {
		arg = o.arg()
	}
	short := o.short != "" && g.odds(2)
	switch {
	case short && o.arg == nil:
		return []string{"-" + o.short}
	case short && arg != "" && g.odds(2):
		return []string{quote("-" + o.short + arg)}
	case short:
		return []string{"-" + o.short, quote(arg)}
	}
	name := "--" + g.abbreviated(o.long)
	switch {
	case o.arg == nil && g.odds(30):
		return []string{name + "=" + pick(g, []string{"", "1", "x"})}
	case o.arg == nil:
		return []string{name}
	case g.odds(2):
		return []string{quote(name + "=" + arg)}
	}
	return []string{name, quote(arg)}
}

// abbreviated is a long option, or some of its first letters: so few, now and
// then, that several options have them.
func (g *generator) abbreviated(long string) string {
	switch {
	case g.odds(3):
		return long[:1+g.IntN(len(long))]
	case g.odds(3):
		return long[:(len(long)+1)/2]
	}
	return long
}

// clustered joins short options without arguments, as in -dfm.
func (g *generator) clustered(groups [][]string) [][]string {
	var out [][]string
	for _, words := range groups {
		last := len(out) - 1
		if last >= 0 && isCluster(out[last]) && isShort(words) && g.odds(2) {
			out[last] = append([]string{out[last][0] + words[0][1:]}, words[1:]...)
			continue
		}
		out = append(out, words)
	}
	return out
}

func isShort(words []string) bool {
	return len(words[0]) >= 2 && words[0][0] == '-' && words[0][1] != '-'
}

// isCluster reports whether words are short options that more can follow.
func isCluster(words []string) bool {
	return len(words) == 1 && isShort(words) && strings.Trim(words[0][1:], flags) == ""
}

// flags are the short options that take no argument in any of the tools.
const flags = "dFIlmMtTxzrXV"

// arrange puts the options and the operands of a line in some order. A word
// that could be missing, an option's argument, only is at the end: elsewhere an
// option that bounds a run would be taken for it.
func (g *generator) arrange(options [][]string, operands []string) []string {
	groups := g.clustered(options)
	for _, operand := range operands {
		groups = append(groups, []string{quote(operand)})
	}
	if g.odds(4) {
		g.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	}
	var words []string
	dashes := -1
	if g.odds(12) {
		dashes = g.IntN(len(groups) + 1)
	}
	for i, group := range groups {
		if i == dashes {
			words = append(words, "--")
		}
		words = append(words, group...)
	}
	if g.odds(40) {
		words = append(words, pick(g, []string{"-h", "--host", "-n", "-Z", "-i", "--", "-", "-?", "--help", "--version", "--bogus", "-Q"}))
	}
	return words
}
