package complete

import "strings"

// word is a word of a command line.
type word struct {
	raw   string // as it was typed
	text  string // the word without quoting
	at    []int  // where in raw each byte of text is from; and the end
	quote byte   // the quotation mark that is still open, or 0
	ansi  bool   // some of it is in $'…', where bash has escapes that are not read here
}

// lex splits a line into the words of its last command. The last word ends the
// line, and is empty after white space.
func lex(line string) []word {
	var words []word
	for {
		line = strings.TrimLeft(line, " \t")
		var w word
		n := w.read(line, " \t\n;|&()<>")
		words = append(words, w)
		if n == len(line) {
			return words
		}
		if line[n] != ' ' && line[n] != '\t' {
			words = nil
		}
		line = line[n+1:]
	}
}

// lastWord takes all of a text for one word.
func lastWord(text string) word {
	var w word
	w.read(text, "")
	return w
}

// read reads up to an unquoted byte of those in stop.
func (w *word) read(line, stop string) int {
	i, dollar := 0, -1
	for ; i < len(line); i++ {
		c := line[i]
		switch {
		case w.quote == 0 && strings.IndexByte(stop, c) >= 0:
			return w.end(line[:i])
		case c == w.quote:
			w.quote = 0
		case w.quote == 0 && (c == '\'' || c == '"'):
			w.quote = c
			w.ansi = w.ansi || c == '\'' && dollar == i-1 && i > 0
		case c == '\\' && i+1 < len(line) && w.escapes(line[i+1]):
			w.put(i, line[i+1])
			i++
		default:
			if c == '$' && w.quote == 0 {
				dollar = i
			}
			w.put(i, c)
		}
	}
	return w.end(line)
}

func (w *word) put(at int, c byte) {
	w.text += string([]byte{c})
	w.at = append(w.at, at)
}

func (w *word) end(raw string) int {
	w.raw = raw
	w.at = append(w.at, len(raw))
	return len(raw)
}

// escapes reports whether a backslash quotes c.
func (w *word) escapes(c byte) bool {
	switch w.quote {
	case '\'':
		return false
	case '"':
		return strings.IndexByte("$`\"\\", c) >= 0
	}
	return true
}
