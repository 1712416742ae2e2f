package rest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"

	"pcptools/internal/cnum"
)

// bareWords makes JSON of what pmproxy sends: its numbers inf and nan, which
// JSON has not, become strings, and its escapes \a and \xNN become the characters
// and bytes for which they stand.
type bareWords struct {
	r      io.Reader
	in     *bufio.Reader
	out    []byte // not yet read
	quoted bool   // within a string
	escape bool   // after a \ there
	hex    []byte // after a \x there: it and the digits, until there are two
	word   []byte // begun, not yet written
}

// Standard makes JSON of a text of pmproxy.
func Standard(text []byte) []byte {
	standard, _ := io.ReadAll(&bareWords{r: bytes.NewReader(text)}) // which cannot fail
	return standard
}

// maxWord is longer than any word of JSON.
const maxWord = 16

func (b *bareWords) Read(p []byte) (int, error) {
	if b.in == nil {
		b.in = bufio.NewReader(b.r)
	}
	for len(b.out) == 0 || len(b.out) < len(p) && b.in.Buffered() > 0 {
		if b.takeQuoted() {
			continue
		}
		c, err := b.in.ReadByte()
		if err == nil {
			b.take(c)
			continue
		}
		if len(b.word) == 0 && len(b.hex) == 0 && !b.escape {
			return 0, err
		}
		b.endWord()
		b.endEscape()
	}
	n := copy(p, b.out)
	b.out = append(b.out[:0], b.out[n:]...)
	return n, nil
}

// takeQuoted takes the plain text of a string among the bytes at hand.
func (b *bareWords) takeQuoted() bool {
	if !b.quoted || b.escape || len(b.hex) > 0 {
		return false
	}
	text, _ := b.in.Peek(b.in.Buffered())
	if end := bytes.IndexAny(text, `"\\`); end >= 0 {
		text = text[:end]
	}
	b.out = append(b.out, text...)
	b.in.Discard(len(text))
	return len(text) > 0
}

func (b *bareWords) take(c byte) {
	switch {
	case len(b.hex) > 0 && cnum.IsHexDigit(c):
		if b.hex = append(b.hex, c); len(b.hex) == len("xNN") {
			n, _ := strconv.ParseUint(string(b.hex[1:]), 16, 8)
			b.hex = b.hex[:0]
			b.appendByte(byte(n))
		}
	case b.escape && c == 'x':
		b.escape, b.hex = false, append(b.hex[:0], c)
	case b.escape && c == 'a':
		b.escape = false
		b.appendByte('\a')
	case b.quoted:
		escaped := b.escape
		b.endEscape()
		if b.escape = !escaped && c == '\\'; b.escape {
			return // written together with the escaped text
		}
		b.quoted = escaped || c != '"'
		b.out = append(b.out, c)
	case isWord(c) && len(b.word) < maxWord:
		b.word = append(b.word, c)
	default:
		b.endWord()
		b.quoted = c == '"'
		b.out = append(b.out, c)
	}
}

// appendByte appends a byte of a string: below 128 as JSON writes it, others, which
// belong to characters, as they are.
func (b *bareWords) appendByte(c byte) {
	if c < 0x80 {
		b.out = fmt.Appendf(b.out, `\u%04x`, c)
		return
	}
	b.out = append(b.out, c)
}

// endEscape writes what was begun of an escape as it is.
func (b *bareWords) endEscape() {
	if b.escape || len(b.hex) > 0 {
		b.out = append(append(b.out, '\\'), b.hex...)
	}
	b.escape, b.hex = false, b.hex[:0]
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '+' || c == '.'
}

// endWord writes a word, in quotes if it is a number that JSON has not.
func (b *bareWords) endWord() {
	switch string(b.word) {
	case "inf", "-inf", "nan", "-nan":
		b.out = append(b.out, '"')
		b.out = append(b.out, b.word...)
		b.out = append(b.out, '"')
	default:
		b.out = append(b.out, b.word...)
	}
	b.word = b.word[:0]
}
