// Package screen redraws lines of text in the same place of a terminal.
package screen

import (
	"bytes"
	"io"
	"strconv"
)

// A Screen is the part of a terminal that is redrawn.
type Screen struct {
	Out  io.Writer
	Size func() (columns, rows int) // of the terminal, now

	drawn         int // lines, above the cursor
	columns, rows int // when they were drawn
}

// Draw replaces the lines drawn before. Lines must be no wider than the terminal;
// those below its last row are left out.
func (s *Screen) Draw(lines []string) error {
	columns, rows := s.Size()
	if most := max(rows-1, 1); len(lines) > most {
		lines = lines[:most]
	}
	var b bytes.Buffer
	switch {
	case s.drawn == 0:
	case columns != s.columns || rows != s.rows: // the terminal has moved the lines
		b.WriteString("\x1b[H\x1b[2J")
	default:
		b.WriteString("\r\x1b[" + strconv.Itoa(s.drawn) + "A")
	}
	for _, line := range lines {
		b.WriteString(line + "\x1b[K\n")
	}
	if s.drawn > len(lines) {
		b.WriteString("\x1b[J")
	}
	s.drawn, s.columns, s.rows = len(lines), columns, rows
	_, err := s.Out.Write(b.Bytes())
	return err
}
