package tests

import (
	"slices"
	"strconv"
	"strings"
)

// same is a metric that may be added to another.
func (g *derived) same(m Operand) Operand {
	for range 50 {
		o := g.from(g.near)
		if o.Units == m.Units && o.Sem == m.Sem {
			return o
		}
	}
	return m
}

// selected is a metric restricted to an instance.
func (g *derived) selected(m Operand) string {
	if len(m.Instances) == 0 || g.odds(20) {
		return m.Name + g.pick("", "[none]", "[0]", "[]", "[a b]")
	}
	name := m.Instances[g.IntN(len(m.Instances))]
	if g.odds(4) {
		name = first(name)
	}
	return m.Name + "[" + strings.NewReplacer("]", `\]`, `\`, `\\`).Replace(name) + "]"
}

func (g *derived) matchinst(operand string) string {
	pattern := g.pick("^.", "[0-9]", "[a-m]", "a|e|i", "1$", "^[^ ]*$", "(s|d)[a-c]", "minute", "x{2,}", "^$", "cpu[02]", ".", "[[:digit:]]+$")
	return "matchinst(" + g.pick("", "!", "") + "/" + pattern + "/, " + operand + ")"
}

// rescaled gives a metric other units, mostly of the same dimensions.
func (g *derived) rescaled(m Operand) string {
	units := []string{m.Units, "sec", "Kbyte", "count", "Mbyte / sec", "byte", "hour", "count x 10^3", "none", ""}
	switch first(m.Units) {
	case "Kbyte", "byte", "Mbyte", "Gbyte":
		units = slices.Replace(units, 2, 4, "Gbyte", "Mbyte")
	case "millisec", "sec", "microsec", "nanosec":
		units = slices.Replace(units, 2, 4, "min", "nanosec")
	}
	return "rescale(" + m.Name + ", \"" + units[min(g.IntN(len(units)), g.IntN(len(units)))] + "\")"
}

// number is a constant.
func (g *derived) number() string {
	switch g.IntN(8) {
	case 0:
		return g.pick("0", "1", "4294967295", "0.5", "1.", ".25", "1000000.", "3.14159265")
	case 1:
		return "mkconst(" + g.pick("5", "100", "7", "3000000000") + ", " + g.attributes() + ")"
	}
	return strconv.Itoa(g.IntN(1000))
}

func (g *derived) attributes() string {
	tags := []string{
		"type=" + g.pick("32", "U32", "64", "U64", "FLOAT", "DOUBLE", "double", `"u64"`, "string"),
		"semantics=" + g.pick("instant", "discrete", "counter", `"instant"`),
		"units=" + g.pick("sec", "byte", "Kbyte", "count", `"count x 10^3"`, `"Mbyte/sec"`, "none", `""`),
	}
	g.Shuffle(len(tags), func(i, j int) { tags[i], tags[j] = tags[j], tags[i] })
	return strings.Join(tags[:1+g.IntN(3)], ", ")
}
