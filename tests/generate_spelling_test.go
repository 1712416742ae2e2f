package tests

import (
	"slices"
	"strings"
)

// spell spells an option with an argument, as words that must stay together. In
// an odd line it does so in any way, of which some are wrong.
func (g *generator) spell(o option, u use) []string {
	var arg string
	if o.arg {
		arg = g.argument(u)
	}
	short, name := o.short != "", "--"+o.long
	if g.odd {
		short, name = short && g.odds(2), "--"+g.abbreviated(o.long)
	}
	switch {
	case short && !o.arg:
		return []string{"-" + o.short}
	case short && arg != "" && g.odd && g.odds(2):
		return []string{quote("-" + o.short + arg)}
	case short:
		return []string{"-" + o.short, quote(arg)}
	case !o.arg && g.odd && g.odds(30):
		return []string{name + "=" + pick(g, []string{"", "1", "x"})}
	case !o.arg:
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

// arrange puts the options and the operands of a line in some order. Only at the
// end a word may be missing, an option's argument: elsewhere an option that
// bounds a run would be taken for it.
func (g *generator) arrange(options [][]string, operands []string) []string {
	if g.odd {
		g.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	}
	groups := g.clustered(options)
	for _, operand := range operands {
		groups = append(groups, []string{quote(operand)})
	}
	if g.odd && g.odds(4) {
		g.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	}
	if g.odd && g.odds(12) {
		groups = slices.Insert(groups, g.IntN(len(groups)+1), []string{"--"})
	}
	if g.odd && g.odds(40) {
		groups = append(groups, []string{pick(g, []string{"-h", "--host", "-n", "-Z", "-i", "--", "-", "-?", "--help", "--version", "--bogus", "-Q"})})
	}
	return slices.Concat(groups...)
}
