package proc

import "bytes"

// maxInstanceName bounds the name of an instance with the whole command line.
const maxInstanceName = 4095

// commandLine is the text of a command line, as PCP has it: up to 6.3.8 empty if
// it begins with a NUL, since then without control characters.
func (p *process) commandLine(text []byte) []byte {
	text = text[:min(len(text), maxInstanceName-len("123456 "))]
	text = bytes.TrimRight(text, "\x00")
	switch {
	case p.host.tidy:
		text = withoutControls(text)
	case bytes.HasPrefix(text, []byte{0}):
		return nil
	}
	return words(text)
}

// words replaces the NULs between the words of a text by blanks.
func words(text []byte) []byte {
	for i, b := range text {
		if b == 0 {
			text[i] = ' '
		}
	}
	return text
}

// withoutControls replaces control characters by blanks, and removes escape
// sequences of terminals. A text with any stays as it is, for who asks again.
func withoutControls(text []byte) []byte {
	kept := text[:0]
	if bytes.IndexByte(text, 0x1b) >= 0 {
		kept = make([]byte, 0, len(text))
	}
	for len(text) > 0 {
		switch b := text[0]; {
		case b == 0x1b:
			text = text[escapeLength(text):]
			continue
		case b < ' ' || b == 0x7f:
			kept = append(kept, ' ')
		default:
			kept = append(kept, b)
		}
		text = text[1:]
	}
	return kept
}

// escapeLength is how long the escape sequence is that a text begins with.
func escapeLength(text []byte) int {
	if len(text) < 2 {
		return len(text)
	}
	switch text[1] {
	case '[': // up to a letter or the like
		return 2 + lengthUpTo(text[2:], func(b byte) bool { return '@' <= b && b <= '~' })
	case ']': // up to a bell
		return 2 + lengthUpTo(text[2:], func(b byte) bool { return b == '\a' })
	}
	return 2
}

// lengthUpTo is how long a text is up to a byte, and with it.
func lengthUpTo(text []byte, last func(byte) bool) int {
	for i, b := range text {
		if last(b) {
			return i + 1
		}
	}
	return len(text)
}
