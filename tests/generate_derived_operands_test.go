package tests

import (
	"bytes"
	"regexp"
	"strings"

	"pcptools/internal/tree"
)

// Operand is a metric as an operand of expressions.
type Operand struct {
	Metric
	Type, InDom, Sem string
	Units            string // as pminfo -d prints them
}

// describeOperands describes a subject's metrics.
func describeOperands(t *tree.Tree, dir string, s Subject) []Operand {
	instances := make(map[string][]string)
	for _, m := range s.Metrics {
		instances[m.Name] = m.Instances
	}
	var all []Operand
	for block := range bytes.SplitSeq(ask(t, dir, "pminfo", "-d", "-a", s.Name), []byte("\n\n")) {
		m := description.FindSubmatch(block)
		if m == nil || strings.HasPrefix(string(m[1]), "event.") {
			continue
		}
		name := string(m[1])
		all = append(all, Operand{Metric{name, instances[name]}, string(m[2]), string(m[3]), string(m[4]), string(m[5])})
	}
	return all
}

var description = regexp.MustCompile(
	`(?m)^(\S+)$\n +Data Type: (.*?)  InDom: (\S+) .*\n +Semantics: (\S+)  Units: (.*)$`)

// Counter reports whether the metric only grows.
func (o Operand) Counter() bool { return o.Sem == "counter" }

func (o Operand) numeric() bool { return strings.Contains("32-bit 64-bit float double", first(o.Type)) }

func first(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}
