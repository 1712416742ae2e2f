package getopt

import (
	"strconv"

	"pcptools/internal/cnum"
)

func appendInt(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }

// ParseInt parses a number as a C program does that assigns the result of
// strtol(3) to an int. White space and a sign may come first, an empty text is 0,
// what does not fit a long becomes the nearest long, and n has the low 32 bits
// of the long. ok reports whether all of text was parsed.
func ParseInt(text string) (n int, ok bool) {
	long, size, _ := cnum.Strtol(text, 10)
	return int(int32(long)), size == len(text)
}
