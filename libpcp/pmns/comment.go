package pmns

import (
	"bytes"

	"pcptools/internal/cnum"
)

// uncomment replaces C comments in a line by as many spaces, and removes white
// space from the end of a line that had any. It reports whether a comment is
// open after the line; open reports that one is open before it.
func uncomment(line []byte, open bool) (rest []byte, stillOpen bool) {
	had := open
	for i := 0; i < len(line); {
		switch {
		case open && bytes.HasPrefix(line[i:], []byte("*/")):
			open = false
			i += blank(line[i : i+2])
		case open:
			if line[i] != '\n' {
				line[i] = ' '
			}
			i++
		case bytes.HasPrefix(line[i:], []byte("/*")):
			open, had = true, true
			i += blank(line[i : i+2])
		default:
			i++
		}
	}
	if had {
		line = bytes.TrimRight(line, cnum.Space)
		line = append(line, '\n')
	}
	return line, open
}

func blank(b []byte) int {
	for i := range b {
		b[i] = ' '
	}
	return len(b)
}
