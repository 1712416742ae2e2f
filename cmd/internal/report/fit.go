package report

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// fit wraps the cells of columns so that a table with borders is no wider than
// a terminal: prose first, then other text, and values last.
func fit(columns []Column, rows [][]string, width int) {
	widths := make([]int, len(columns))
	room := width - 3*len(columns) - 1 // less the borders
	for i := range columns {
		for _, row := range rows {
			for line := range strings.SplitSeq(row[i], "\n") {
				widths[i] = max(widths[i], runewidth.StringWidth(line))
			}
		}
		room -= widths[i]
	}
	for _, least := range []int{24, 16, 10, 6, 2} {
		for firmness := range 3 {
			room = narrowDown(columns, widths, room, firmness, least)
		}
	}
	for _, row := range rows {
		for i := range columns {
			row[i] = wrapped(row[i], widths[i])
		}
	}
}

// firmnessOf says how late the width of a column is given up.
func firmnessOf(c Column) int {
	switch c {
	case OneLine, Help, LabelSet, ErrorText:
		return 0
	case TheValue, OldValue, Count, InstanceID, ErrorCode, Type:
		return 2
	}
	return 1
}

// narrowDown narrows columns that are wider than least, always the widest,
// until what is missing of the room is found.
func narrowDown(columns []Column, widths []int, room, firmness, least int) int {
	for ; room < 0; room++ {
		widest := -1
		for i, c := range columns {
			if firmnessOf(c) == firmness && widths[i] > least && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	return room
}

// wrapped is a cell in lines no wider than width.
func wrapped(cell string, width int) string {
	var lines []string
	for line := range strings.SplitSeq(cell, "\n") {
		if runewidth.StringWidth(line) <= width {
			lines = append(lines, line)
		} else {
			lines = appendWrapped(lines, line, width)
		}
	}
	return strings.Join(lines, "\n")
}

// appendWrapped appends the lines that words fill. What is longer than a line
// is cut.
func appendWrapped(lines []string, text string, width int) []string {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && runewidth.StringWidth(line)+1+runewidth.StringWidth(word) <= width {
			line += " " + word
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		line = cutTo(word, width)
	}
	return append(lines, line)
}
