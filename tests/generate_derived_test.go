package tests

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// generatedDefinitions makes up a file of n definitions, x.e0 and so on, over a subject's
// metrics. Most of them make sense. With newer they use the grammar that
// releases after 6.0.3 brought.
func generatedDefinitions(seed uint64, n int, operands []Operand, newer bool) string {
	g := &derived{Rand: rand.New(rand.NewPCG(seed, 3)), all: operands, newer: newer}
	var b strings.Builder
	if newer {
		b.WriteString(g.control())
	}
	for i := range n {
		g.home()
		text := g.expression(3)
		if newer && g.odds(2) {
			text = g.newerExpression(2, i)
		}
		if g.odds(20) {
			text = g.damaged(text)
		}
		if newer {
			text = g.continued(text)
		}
		fmt.Fprintf(&b, "x.e%d = %s\n", i, text)
		if newer {
			b.WriteString(g.decoration(i))
		}
	}
	return b.String()
}

type derived struct {
	*rand.Rand
	newer    bool
	all      []Operand
	near     []Operand // of one instance domain, and singular
	plain    []Operand // those of near that are no counters
	counters []Operand
}

func (g *derived) odds(n int) bool { return g.IntN(n) == 0 }

func (g *derived) pick(list ...string) string { return list[g.IntN(len(list))] }

// home chooses the metrics of the next expression, so that most of them go
// together.
func (g *derived) home() {
	g.near, g.plain, g.counters = nil, nil, nil
	if len(g.all) == 0 {
		return
	}
	indom := g.all[g.IntN(len(g.all))].InDom
	for _, o := range g.all {
		if o.numeric() && (o.InDom == indom || o.InDom == "PM_INDOM_NULL" && g.odds(4)) {
			g.near = append(g.near, o)
			if o.Counter() {
				g.counters = append(g.counters, o)
			} else {
				g.plain = append(g.plain, o)
			}
		}
	}
}

// expression makes up an expression, of a counter or not.
func (g *derived) expression(depth int) string {
	if len(g.counters) > 0 && g.odds(3) {
		return g.counter(depth)
	}
	return g.value(depth)
}

// from is one of a list, or now and then another metric, but never a derived
// one: as operands these make libpcp (C) use stray memory.
func (g *derived) from(list []Operand) Operand {
	switch {
	case len(list) > 0 && !g.odds(30):
		return list[g.IntN(len(list))]
	case len(g.all) > 0 && !g.odds(5):
		return g.all[g.IntN(len(g.all))]
	}
	return Operand{Metric: Metric{Name: g.pick("no.such", "sample")}}
}

// counter is an expression with the semantics of a counter, as far as it is
// well chosen.
func (g *derived) counter(depth int) string {
	if depth == 0 {
		return g.from(g.counters).Name
	}
	switch g.IntN(8) {
	case 0:
		m := g.from(g.counters)
		return m.Name + " " + g.pick("+", "-") + " " + g.same(m).Name
	case 1:
		return g.counter(depth-1) + " " + g.pick("*", "/") + " " + g.number()
	case 2:
		return g.number() + " * " + g.counter(depth-1)
	case 3:
		return g.selected(g.from(g.counters))
	case 4:
		return "sum(" + g.from(g.counters).Name + ")"
	case 5:
		return g.rescaled(g.from(g.counters))
	case 6:
		return g.matchinst(g.counter(depth - 1))
	}
	return g.from(g.counters).Name
}

// value is an expression that is no counter.
func (g *derived) value(depth int) string {
	if depth == 0 {
		if g.odds(3) {
			return g.number()
		}
		return g.from(g.plain).Name
	}
	below := func() string { return g.grouped(g.value(depth - 1)) }
	switch g.IntN(16) {
	case 0, 1, 2:
		return below() + " " + g.pick("+", "-", "*", "/", "*", "/") + " " + below()
	case 3:
		m := g.from(g.plain)
		return m.Name + " " + g.pick("+", "-", "/", "*") + " " + g.same(m).Name
	case 4:
		return g.condition(depth)
	case 5, 6:
		return g.pick("rate", "delta", "instant", "rate", "delta") + "(" + g.from(g.counters).Name + ")"
	case 7, 8:
		return g.pick("avg", "sum", "max", "min", "count", "delta", "rate", "instant") + "(" + g.from(g.plain).Name + ")"
	case 9:
		return g.pick("avg", "max", "min", "count") + "(" + g.from(g.counters).Name + ")"
	case 10:
		return "-" + below()
	case 11:
		return g.selected(g.from(g.plain))
	case 12:
		return g.matchinst(g.value(depth - 1))
	case 13:
		return "scalar(" + g.from(g.plain).Name + ")"
	case 14:
		return g.ternary(depth)
	}
	return g.rescaled(g.from(g.plain))
}

func (g *derived) grouped(text string) string {
	if g.odds(3) {
		return text
	}
	return "(" + text + ")"
}

// condition is a comparison, or several.
func (g *derived) condition(depth int) string {
	c := g.from(g.near).Name + " " + g.pick("<", "<=", "==", ">=", ">", "!=") + " " + g.number()
	switch {
	case depth == 0 || g.odds(2):
		return c
	case g.odds(4):
		return "!(" + c + ")"
	case g.odds(4):
		return "defined(" + g.from(g.near).Name + ") " + g.pick("&&", "||") + " " + c
	}
	return "(" + c + ") " + g.pick("&&", "||", "+", "*", "==") + " " + g.condition(depth-1)
}

func (g *derived) ternary(depth int) string {
	m := g.from(g.plain)
	alternatives := [][2]string{
		{m.Name, m.Name}, {"1", "2"}, {"0.5", "1.5"}, {m.Name, "-" + m.Name}, {g.value(0), g.value(0)},
		{g.value(0) + " / 2", g.value(0) + " / 3"}, {"scalar(" + m.Name + ")", m.Name}, {m.Name, "max(" + m.Name + ")"},
		{"rate(" + g.from(g.counters).Name + ")", "rate(" + g.from(g.counters).Name + ")"},
	}
	a := alternatives[g.IntN(len(alternatives))]
	return "(" + g.condition(depth-1) + ") ? " + a[0] + " : " + a[1]
}

// damaged changes a token or so.
func (g *derived) damaged(text string) string {
	words := strings.SplitAfter(text, " ")
	at := g.IntN(len(words))
	extra := g.pick("+ ", "( ", ") ", "5 ", "foo ", "? ", ": ", "[x] ", "&& ", "avg( ", "matchinst( ", `"s" `, "& ", "type ", "!", "1e5 ", ", ", "/ ", "\t", "= ", "$ ")
	switch g.IntN(4) {
	case 0:
		words[at] = extra
	case 1:
		words = words[:at]
	case 2:
		at := g.IntN(len(text) + 1)
		return text[:at] + extra + text[at:]
	default:
		words = slices.Insert(words, at, extra)
	}
	return strings.Join(words, "")
}
