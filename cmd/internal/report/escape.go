package report

import (
	"strings"
	"unicode/utf8"

	"pcptools/libpcp/format"
)

const hexDigits = "0123456789abcdef"

// suspicious reports whether text may have characters above ASCII, or DEL.
func suspicious(b []byte) bool {
	for _, c := range b {
		if c >= 0x7f {
			return true
		}
	}
	return false
}

// escapeJSON returns JSON in whole characters with escapes in the place of
// those a terminal obeys. JSON has them in strings only, and escapes stand for
// the same.
func escapeJSON(b []byte) []byte {
	if !suspicious(b) {
		return b
	}
	var out []byte
	from := 0
	for at := 0; at < len(b); {
		if b[at] < 0x7f {
			at++
			continue
		}
		r, size := utf8.DecodeRune(b[at:])
		if format.TerminalControl(r) {
			out = append(out, b[from:at]...)
			out = append(out, `\u`...)
			for shift := 12; shift >= 0; shift -= 4 {
				out = append(out, hexDigits[r>>shift&0xf])
			}
			from = at + size
		}
		at += size
	}
	if from == 0 {
		return b
	}
	return append(out, b[from:]...)
}

// shown is printable text whose lines, with their ends, and tabs are kept.
func shown(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		n := strings.IndexAny(text, "\n\t")
		if n < 0 {
			n = len(text)
		}
		line, ends := strings.CutSuffix(text[:n], "\r")
		b.WriteString(format.Printable(line))
		if text = text[n:]; ends && strings.HasPrefix(text, "\n") {
			b.WriteByte('\r')
		} else if ends {
			b.WriteString(`\x0d`)
		}
		if text != "" {
			b.WriteByte(text[0])
			text = text[1:]
		}
	}
	return b.String()
}
