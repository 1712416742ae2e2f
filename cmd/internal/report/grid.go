package report

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// grid lays out cells in columns: with borders, or as plain text. A cell may
// have several lines.
type grid struct {
	widths  []int
	right   []bool // columns that are aligned to the right
	borders bool
	bold    bool // the first row
}

// append appends the rows, of which the first has the headings.
func (g *grid) append(dst []byte, rows [][]string) []byte {
	g.measure(rows)
	dst = g.appendRule(dst)
	for i, row := range rows {
		dst = g.appendRow(dst, row, i == 0)
		if i == 0 || i == len(rows)-1 {
			dst = g.appendRule(dst)
		}
	}
	return dst
}

func (g *grid) measure(rows [][]string) {
	g.widths = make([]int, len(g.right))
	for _, row := range rows {
		for i, cell := range row {
			for line := range strings.SplitSeq(cell, "\n") {
				g.widths[i] = max(g.widths[i], displayWidth(line))
			}
		}
	}
}

// appendRule appends a line between rows, if there are borders.
func (g *grid) appendRule(dst []byte) []byte {
	if !g.borders {
		return dst
	}
	for _, w := range g.widths {
		dst = append(dst, '+')
		dst = append(dst, strings.Repeat("-", w+2)...)
	}
	return append(dst, "+\n"...)
}

// appendRow appends as many lines as the highest cell has.
func (g *grid) appendRow(dst []byte, row []string, heading bool) []byte {
	rest := append([]string(nil), row...)
	for more := true; more; {
		more = false
		start := len(dst)
		for i := range rest {
			line, below, found := strings.Cut(rest[i], "\n")
			rest[i] = below
			more = more || found
			dst = g.appendCell(dst, i, line, heading)
		}
		if g.borders {
			dst = append(dst, '|')
		} else {
			dst = trimBlanks(dst, start)
		}
		dst = append(dst, '\n')
	}
	return dst
}

// appendCell appends a line of a cell, with what separates it from the one
// before.
func (g *grid) appendCell(dst []byte, column int, line string, heading bool) []byte {
	separator, end := "  ", ""
	if g.borders {
		separator, end = "| ", " "
	} else if column == 0 {
		separator = ""
	}
	blanks := strings.Repeat(" ", max(g.widths[column]-displayWidth(line), 0))
	dst = append(dst, separator...)
	if g.right[column] {
		dst = append(dst, blanks...)
	}
	if heading && g.bold && line != "" {
		dst = append(append(append(dst, "\x1b[1m"...), line...), "\x1b[0m"...)
	} else {
		dst = append(dst, line...)
	}
	if !g.right[column] {
		dst = append(dst, blanks...)
	}
	return append(dst, end...)
}

// trimBlanks takes the blanks away that a line ends in.
func trimBlanks(dst []byte, start int) []byte {
	for len(dst) > start && dst[len(dst)-1] == ' ' {
		dst = dst[:len(dst)-1]
	}
	return dst
}

// displayWidth is how many columns of a terminal a text takes.
func displayWidth(text string) int {
	n := 0
	for _, r := range text {
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	switch {
	case ' ' <= r && r < 0x7f:
		return 1
	case r < ' ' || unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
