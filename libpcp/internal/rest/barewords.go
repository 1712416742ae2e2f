package rest

import (
	"bufio"
	"bytes"
	"io"
)

// bareWords makes JSON of what pmproxy sends: its numbers inf and nan, which
// JSON has not, become strings.
type bareWords struct {
	r      io.Reader
	in     *bufio.Reader
	out    []byte // not yet read
	quoted bool   // within a string
	escape bool   // after a \ there
	word   []byte // begun, not yet written
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
		if len(b.word) == 0 {
			return 0, err
		}
		b.endWord()
	}
	n := copy(p, b.out)
	b.out = append(b.out[:0], b.out[n:]...)
	return n, nil
}

// takeQuoted takes the plain text of a string among the bytes at hand.
func (b *bareWords) takeQuoted() bool {
	if !b.quoted || b.escape {
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
	case b.quoted:
		b.quoted = b.escape || c != '"'
		b.escape = !b.escape && c == '\\'
		b.out = append(b.out, c)
	case isWord(c) && len(b.word) < maxWord:
		b.word = append(b.word, c)
	default:
		b.endWord()
		b.quoted = c == '"'
		b.out = append(b.out, c)
	}
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
