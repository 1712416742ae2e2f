// Package plot draws samples as sparklines: a line of block characters for each
// instance of a metric, the height of each showing a value.
package plot

import (
	"math"
	"slices"
	"strings"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// Marks of rising height.
var (
	blocks = []rune("▁▂▃▄▅▆▇█")
	plain  = []rune("_.:-=+*#")
)

// A line is the values of a metric, or of one instance of it, in the order of
// time: each the mean of one or more samples, NaN where there was no value.
type line struct {
	metric, instance string
	units            libpcp.Units
	share, kept      bool // parts of a whole; the units are to stay
	values           []float64
	held             []float64 // samples of the next value
	last, min, max   float64   // NaN if there was no value
	seen             bool      // in the current sample
}

// newLine returns a line without values in the samples before it.
func newLine(m *report.Metric, instance string, before, held int) *line {
	none := []float64{math.NaN()}
	return &line{metric: m.Name, instance: instance, units: m.Desc.Units, share: m.Share(), kept: m.Kept, last: none[0], min: none[0], max: none[0],
		values: slices.Repeat(none, before), held: slices.Repeat(none, held)}
}

// add adds a sample; each of them make a value.
func (l *line) add(v float64, each int) {
	if l.held = append(l.held, v); len(l.held) >= each {
		l.values = append(l.values, mean(l.held))
		l.held = l.held[:0]
	}
	if l.last = v; math.IsNaN(v) {
		return
	}
	if !(v >= l.min) {
		l.min = v
	}
	if !(v <= l.max) {
		l.max = v
	}
}

// all are the values, the incomplete one included.
func (l *line) all() []float64 {
	if len(l.held) == 0 {
		return l.values
	}
	return append(l.values[:len(l.values):len(l.values)], mean(l.held))
}

// halve replaces each two values by their mean.
func (l *line) halve() {
	kept := l.values[:0]
	for i := 0; i < len(l.values); i += 2 {
		kept = append(kept, mean(l.values[i:min(i+2, len(l.values))]))
	}
	l.values = kept
}

// mean is the mean of the values that are not NaN.
func mean(values []float64) float64 {
	sum, n := 0.0, 0
	for _, v := range values {
		if !math.IsNaN(v) {
			sum, n = sum+v, n+1
		}
	}
	if n == 0 {
		return math.NaN()
	}
	if math.IsInf(sum, 0) {
		return meanOfLarge(values, n)
	}
	return sum / float64(n)
}

// meanOfLarge is the mean of n values whose sum is infinite, though the values may
// not be.
func meanOfLarge(values []float64, n int) (sum float64) {
	for _, v := range values {
		if !math.IsNaN(v) {
			sum += v / float64(n)
		}
	}
	return sum
}

// reduced returns values for so many columns: means of neighbours if the values
// are more.
func reduced(values []float64, columns int) []float64 {
	n := len(values)
	if n <= columns {
		return values
	}
	var some []float64
	for i := range columns {
		some = append(some, mean(values[i*n/columns:(i+1)*n/columns]))
	}
	return some
}

// A span is from the least to the greatest value that marks stand for.
type span struct{ low, high float64 }

// noSpan has no values.
func noSpan() span { return span{math.Inf(1), math.Inf(-1)} }

// include widens the span to values.
func (s *span) include(values ...float64) {
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			s.low, s.high = math.Min(s.low, v), math.Max(s.high, v)
		}
	}
}

// empty reports whether the span has no values.
func (s span) empty() bool { return s.low > s.high }

// spark draws values. The lowest value of the span has the lowest mark.
func spark(values []float64, s span, marks []rune) string {
	var b strings.Builder
	for _, v := range values {
		b.WriteRune(mark(v, s.low, s.high, marks))
	}
	return b.String()
}

func mark(v, low, high float64, marks []rune) rune {
	switch {
	case math.IsNaN(v):
		return ' '
	case !(v > low):
		return marks[0]
	case v >= high:
		return marks[len(marks)-1]
	}
	part := (v - low) / (high - low)
	if math.IsInf(high-low, 1) {
		part = (v/2 - low/2) / (high/2 - low/2)
	}
	return marks[min(int(part*float64(len(marks))), len(marks)-1)]
}
