package tests

import (
	"fmt"
	"strings"
)

// control is a line or so for the start of a file, mostly none.
func (g *derived) control() string {
	if !g.odds(6) {
		return ""
	}
	return g.pick("#control option_novalue=1\n", "#control option_novalue=0\n", "#control novalue=1\n", "#control global_limit=4\n",
		"#control=option_novalue=1\n", "#control\n", "#control \n", "#control option_novalue=yes,option_novalue=1\n",
		"# a comment \\\nx.e0 = 7\n", "#control context_limit=2\n", "\\\n\n")
}

// continued breaks a definition into lines, now and then.
func (g *derived) continued(text string) string {
	if !g.odds(6) {
		return text
	}
	at := strings.LastIndexByte(text[:g.IntN(len(text)+1)], ' ') + 1
	if g.odds(6) {
		at = g.IntN(len(text) + 1)
	}
	return text[:at] + g.pick("\\\n", "\\\n\t", "\\\n    ", "\\ \n") + text[at:]
}

// decoration follows a definition: help, a comment, mostly nothing.
func (g *derived) decoration(i int) string {
	switch g.IntN(24) {
	case 0:
		return fmt.Sprintf("x.e%d(oneline) = made up\n", i)
	case 1:
		return fmt.Sprintf("x.e%d(helptext) = '\\\nmade up\nhere.'\n", i)
	case 2:
		return "# note \\\n"
	case 3:
		return "# note\n\n"
	}
	return ""
}

// newerExpression makes up the expression of definition i.
func (g *derived) newerExpression(depth, i int) string {
	m := g.from(g.near)
	below := func() string {
		if depth > 0 && g.odds(3) {
			return g.newerExpression(depth-1, i)
		}
		return g.expression(max(depth-1, 0))
	}
	switch g.IntN(17) {
	case 0, 1:
		return "defined(" + m.Name + ") ? " + m.Name + " : " + g.novalue()
	case 2:
		return "defined(" + g.missing() + ") ? " + g.missing() + " : " + g.novalue()
	case 3:
		return g.guard(2) + " ? " + below() + " : " + g.novalue()
	case 4:
		return g.guard(2) + " ? " + g.from(g.plain).Name + " : " + g.from(g.plain).Name
	case 5:
		a, b := g.from(g.counters), g.from(g.counters)
		return "delta(" + a.Name + ") == 0 ? mkconst(0, " + g.newerTags(a) + ") : delta(" + b.Name + ") / delta(" + a.Name + ")"
	case 6, 7:
		return g.pick("rate", "delta") + "(" + g.counter(1) + ")"
	case 8:
		// instant() of what is no metric makes rate() and delta() use stray memory.
		return g.pick("rate", "delta", "instant") + "(" + strings.ReplaceAll(g.value(1), "instant(", "(") + ")"
	case 9:
		return "scalar(" + below() + ")"
	case 10:
		return "(" + below() + ")" + strings.TrimPrefix(g.selected(m), m.Name)
	case 11:
		return "mkconst(" + g.pick("5", "1.5", "-1", "3000000000") + ", " + g.newerTags(m) + ") " + g.pick("+", "*", "/") + " " + m.Name
	case 12:
		return g.condition(1) + " ? " + m.Name + " : " + g.novalue()
	case 13:
		return g.condition(1) + " ? " + g.novalue() + " : " + m.Name
	case 14:
		return "mkconst(" + g.number() + ", type=double, semantics=instant, units=" + g.extraUnits() + ") " + g.pick("+", "*", "/", ">") + " " +
			g.pick("2", "mkconst(7, type=double, semantics=instant, units="+g.extraUnits()+")", g.value(0))
	case 15:
		return "rescale(mkconst(" + g.pick("20", "1.5", "300") + ", type=double, semantics=instant, units=" + g.extraUnits() + "), " + g.extraUnits() + ")"
	}
	if i == 0 {
		return g.novalue()
	}
	// Nested, which is refused but for meta=.
	return fmt.Sprintf(g.pick("mkconst(3, meta=x.e%d)", "x.e%d", "1 ? 5 : x.e%d", "x.e%d + 1", "defined(x.e%d) ? 1 : 2"), g.IntN(i))
}

// missing is a name that should not be needed.
func (g *derived) missing() string { return g.pick("no.such", "no.such.either", "sample", "x.y") }

// guard is a condition that is decided before there are values, mostly.
func (g *derived) guard(depth int) string {
	if depth > 0 && g.odds(2) {
		switch g.IntN(4) {
		case 0:
			return "!" + g.guard(0)
		case 1:
			return "(" + g.guard(depth-1) + ")"
		}
		return g.guard(0) + g.pick(" && ", " || ") + g.guard(depth-1)
	}
	switch g.IntN(6) {
	case 0:
		return "defined(" + g.missing() + ")"
	case 1:
		return g.pick("1", "0", "7", "mkconst(1)", "mkconst(0, type=u32)", "1.5", "-1")
	}
	return "defined(" + g.from(g.near).Name + ")"
}

// novalue is novalue(), with tags or without.
func (g *derived) novalue() string {
	if g.odds(2) {
		return "novalue()"
	}
	return "novalue(" + g.newerTags(g.from(g.near)) + ")"
}

// newerTags are attributes, many of them those of a metric.
func (g *derived) newerTags(m Operand) string {
	tags := []string{
		"type=" + g.pick("32", "U32", "64", "u64", "float", "double", `"double"`),
		"semantics=" + g.pick("instant", "discrete", "counter"),
		"units=" + g.pick(`"`+m.Units+`"`, `"`+m.Units+`"`, "sec", "Kbyte", `"millisec / count"`, g.extraUnits()),
		"meta=" + m.Name,
		"indom=" + g.pick("null", m.InDom, m.InDom, "29.2", "NULL", `"29.1"`, "29", "bogus"),
	}
	g.Shuffle(len(tags), func(i, j int) { tags[i], tags[j] = tags[j], tags[i] })
	if g.odds(2) {
		return "meta=" + m.Name
	}
	return strings.Join(tags[:1+g.IntN(3)], g.pick(",", ", ", " , "))
}

func (g *derived) extraUnits() string {
	return g.pick(`"temperature (C)"`, `"temperature (F)"`, `"temperature (K)"`, `"voltage (V)"`, `"voltage (mV)"`, `"current (A)"`, `"current (uA)"`,
		`"power (W)"`, `"power (kW)"`, `"power (uW)"`, `"power"`, `"voltage(V)"`, `"Temperature (c)"`, `"/ voltage (V)"`, `"sec"`)
}
