package golden

import (
	"bytes"
	"regexp"
)

var (
	logPrefix    = regexp.MustCompile(`^([^|]+)\|\[[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9]{2} [0-9:]{8}\] (\w+)\([0-9]+\) `)
	traceAddress = regexp.MustCompile(`^2\|.*[ =(>]0x[0-9a-f]{6,}\b`)
	// On a 32-bit system an address is no longer than other numbers.
	address = regexp.MustCompile(`\b(node |from |left=|right=|vbp=|dm->)0x[0-9a-f]{6,}\b|\b0x[0-9a-f]{9,}\b`)
)

// Mask hides the parts of a result that change with each run: the time and
// the process of messages to a log, and addresses of memory that -D shows.
func Mask(text []byte) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		if traceAddress.Match(line) {
			line = address.ReplaceAll(line, []byte("${1}0x#"))
		}
		out = append(out, logPrefix.ReplaceAll(line, []byte("$1|[#] $2(#) "))...)
	}
	return out
}
