package report

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// maxCell is how long a text in a table is, in bytes.
const maxCell = 4096

// Widths of columns of numbers, at least.
const (
	leastWidth = 8
	leastFirst = 6 // of the first column, where there is no more room
)

// narrow reports whether columns are left out and texts are cut for a terminal.
func (o *Options) narrow() bool { return o.Width > 0 && !o.Style.Wide }

// omitted is the line about columns that a terminal has no room for.
func (o *Options) omitted(more int) string {
	text := "(" + plural(more, "column") + " more: a wider terminal or --wide shows them)"
	if len(text) > o.Width {
		text = "(" + plural(more, "column") + " more)"
	}
	return text
}

// Limits of the column of hosts.
const (
	mostHost    = 32
	leastValues = 12 // columns of a terminal, for values
)

// hostWidth is the width of the column of a host, beside others.
func (o *Options) hostWidth(host string, beside int) int {
	most := mostHost
	switch {
	case o.narrow():
		most = min(most, o.Width-beside-4-leastValues)
	case o.Style.Wide:
		most = maxCell
	}
	return max(len("Host"), min(runewidth.StringWidth(host), most))
}

// cutName cuts a name to a width, at its beginning if names differ only at their ends.
func cutName(name string, width int, ends bool) string {
	if ends {
		name = Tail(name, width)
	}
	return cutTo(name, width)
}

// SameWhenCut reports whether different texts look alike when only their beginnings
// are shown.
func SameWhenCut(texts []string, width int) bool {
	whole := make(map[string]string)
	for _, text := range texts {
		cut := cutTo(text, width)
		if other, seen := whole[cut]; seen && other != text {
			return true
		}
		whole[cut] = text
	}
	return false
}

// Tail is the end of a name, where the metrics of a branch differ.
func Tail(name string, width int) string {
	if runewidth.StringWidth(name) <= width || strings.ContainsAny(name, " \n") {
		return name
	}
	for name != "" && runewidth.StringWidth(name) >= width {
		_, size := utf8.DecodeRuneInString(name)
		name = name[size:]
	}
	return "…" + name
}

// cutTo is text of so many columns at most.
func cutTo(text string, columns int) string {
	if runewidth.StringWidth(text) <= columns {
		return text
	}
	return runewidth.Truncate(text, columns, "…")
}

// coloured has each line of text in a colour, or emphasized otherwise.
func coloured(code, text string) string {
	if text == "" || code == "" {
		return text
	}
	begin, end := "\x1b["+code+"m", "\x1b[0m"
	return begin + strings.ReplaceAll(text, "\n", end+"\n"+begin) + end
}

// plural counts things.
func plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(strings.TrimRight(text, " "), 64)
	return err == nil
}

// trimLines removes the blanks at the ends of lines.
func trimLines(text []byte) []byte {
	trimmed := text[:0]
	for line := range bytes.Lines(text) {
		trimmed = append(trimmed, bytes.TrimRight(line, " \n")...)
		trimmed = append(trimmed, '\n')
	}
	return trimmed
}

// shortened is text of about n bytes at most.
func shortened(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}
