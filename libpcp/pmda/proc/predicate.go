package proc

import (
	"fmt"
	"math"
	"regexp"
)

// predicate says which processes are of interest, in the language of
// pmdaproc(1):
//
//	cpuburn > 0.2 && (uname == "root" || fname ~ /^pmda/)
type predicate interface {
	String() string
	holds(v *variables) bool
}

type (
	connective struct {
		sign        string // && or ||
		left, right predicate
	}
	negation   struct{ of predicate }
	truthValue bool
	comparison struct {
		sign        string
		left, right number64
	}
	equality struct {
		sign        string
		left, right word
	}
	match struct {
		not     bool
		of      word
		pattern string
		re      *regexp.Regexp // nil if the pattern is wrong: nothing matches it
	}
	// number64 is a variable or, without a name, a number.
	number64 struct {
		name  string
		value float64
	}
	// word is a variable or, without a name, a string.
	word struct{ name, value string }
)

// variables are what a predicate is about.
type variables struct {
	numbers map[string]float64
	text    func(name string) string
}

func (c connective) String() string { return fmt.Sprintf("(%v %s %v)", c.left, c.sign, c.right) }
func (n negation) String() string   { return fmt.Sprintf("(! %v)", n.of) }
func (t truthValue) String() string { return fmt.Sprintf("(%v)", bool(t)) }
func (c comparison) String() string { return fmt.Sprintf("(%v %s %v)", c.left, c.sign, c.right) }
func (e equality) String() string   { return fmt.Sprintf("(%v %s %v)", e.left, e.sign, e.right) }

func (m match) String() string {
	if m.not {
		return fmt.Sprintf(`(%v !~ "%s")`, m.of, m.pattern)
	}
	return fmt.Sprintf(`(%v ~ "%s")`, m.of, m.pattern)
}

func (n number64) String() string {
	switch {
	case n.name != "":
		return n.name
	case n.value == math.Trunc(n.value) && n.value <= math.MaxInt32:
		return fmt.Sprintf("%.0f", n.value)
	}
	return fmt.Sprintf("%f", n.value)
}

func (w word) String() string {
	if w.name != "" {
		return w.name
	}
	return `"` + w.value + `"`
}

func (c connective) holds(v *variables) bool {
	if c.sign == "&&" {
		return c.left.holds(v) && c.right.holds(v)
	}
	return c.left.holds(v) || c.right.holds(v)
}

func (n negation) holds(v *variables) bool { return !n.of.holds(v) }
func (t truthValue) holds(*variables) bool { return bool(t) }

func (c comparison) holds(v *variables) bool {
	left, right := c.left.of(v), c.right.of(v)
	switch c.sign {
	case "<":
		return left < right
	case "<=":
		return left <= right
	case ">":
		return left > right
	case ">=":
		return left >= right
	case "==":
		return left == right
	}
	return left != right
}

func (e equality) holds(v *variables) bool {
	return (e.left.of(v) == e.right.of(v)) == (e.sign == "==")
}

func (m match) holds(v *variables) bool {
	return m.re != nil && m.re.MatchString(m.of.of(v)) != m.not
}

func (n number64) of(v *variables) float64 {
	if n.name != "" {
		return v.numbers[n.name]
	}
	return n.value
}

func (w word) of(v *variables) string {
	if w.name != "" {
		return v.text(w.name)
	}
	return w.value
}
