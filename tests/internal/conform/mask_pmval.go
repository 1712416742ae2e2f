package conform

import (
	"bytes"
	"math"
	"regexp"
	"slices"
	"strconv"
)

var (
	valHeader = regexp.MustCompile(`^1\|(metric|semantics|host|samples): +(.*)\n$`)
	valRow    = regexp.MustCompile(`^1\|[-+0-9.E?! ]+\n$`)
	valNumber = regexp.MustCompile(`[-+0-9.E ]+`)
	valEvent  = regexp.MustCompile(`^1\|  [0-9:]{8}\.[0-9]+ --- event record `)
)

// pmvalMask masks what pmval prints, but for rates.
type pmvalMask struct {
	metric string
	rates  bool
}

// line masks the next line, if it is pmval's to mask.
func (m *pmvalMask) line(line []byte) []byte {
	if h := valHeader.FindSubmatch(line); h != nil {
		switch string(h[1]) {
		case "metric":
			*m = pmvalMask{metric: string(h[2])}
		case "semantics":
			m.rates = bytes.HasSuffix(h[2], []byte("(converting to rate)"))
		}
		return line
	}
	switch {
	case valEvent.Match(line):
		return timestamp.ReplaceAllFunc(line, hideDigits)
	case m.metric == "" || m.rates || !valRow.Match(line) || !isMasked(m.metric):
		return line
	}
	return append([]byte("1|"), valNumber.ReplaceAllFunc(line[len("1|"):], columns)...)
}

func (m *pmvalMask) isRates(line []byte) bool {
	return m.metric != "" && m.rates && valRow.Match(line)
}

// rateRow is where in a text the rates of a metric's instances at a time are.
type rateRow struct {
	metric     string
	start, end int
}

// Rates depend on how much time has passed between two samples, on a busy
// machine more than was asked for.
const (
	rateFactor = 30  // one that is wrong by a unit's prefix differs by more
	oneTick    = 100 // a rate of clocks that are read when they tick, and when not
)

// maskRates replaces rates that are alike by the columns that they take. The
// number of a row among those of its text shows which belong together.
func maskRates(a []byte, ratesA []rateRow, b []byte, ratesB []rateRow) {
	for i := range min(len(ratesA), len(ratesB)) {
		rowA, rowB := a[ratesA[i].start:ratesA[i].end], b[ratesB[i].start:ratesB[i].end]
		if ratesA[i].metric == ratesB[i].metric && alike(ratesA[i].metric, rowA, rowB) {
			copy(rowA, valNumber.ReplaceAllFunc(rowA, columns))
			copy(rowB, valNumber.ReplaceAllFunc(rowB, columns))
		}
	}
}

// alike reports whether two rows take the same columns and have similar rates,
// and the same marks where there is none.
func alike(metric string, a, b []byte) bool {
	wordsA, wordsB := bytes.Fields(a[len("1|"):]), bytes.Fields(b[len("1|"):])
	if len(a) != len(b) || len(wordsA) != len(wordsB) {
		return false
	}
	for i := range wordsA {
		x, errA := strconv.ParseFloat(string(wordsA[i]), 64)
		y, errB := strconv.ParseFloat(string(wordsB[i]), 64)
		switch {
		case bytes.Equal(wordsA[i], wordsB[i]):
		case errA != nil || errB != nil || x*y < 0:
			return false
		case x == 0 || y == 0:
			if !isMasked(metric) || math.Abs(x+y) > oneTick {
				return false
			}
		case x/y > rateFactor || y/x > rateFactor:
			return false
		}
	}
	return true
}

// isMasked reports whether a metric's values differ between two runs.
func isMasked(metric string) bool {
	return slices.ContainsFunc(maskedValues, func(rule maskedValue) bool { return rule.metric.MatchString(metric) })
}

// columns stands for a number and the blanks around it: they take as many
// columns together, wherever its point is.
func columns(number []byte) []byte { return bytes.Repeat([]byte("#"), len(number)) }

func hideDigits(text []byte) []byte { return digit.ReplaceAll(text, []byte("#")) }
