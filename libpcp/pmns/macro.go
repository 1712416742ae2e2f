package pmns

import (
	"strings"

	"pcptools/internal/cnum"
)

// macros are the #define lines of a name-space file. They have no parameters.
type macros map[string]string

// expand appends a line to dst and replaces macros that are whole words; a word
// may follow digits. It does not expand replacements again. It stops when the
// result is longer than any line may be.
func (m macros) expand(dst, line []byte) []byte {
	for len(line) > 0 && len(dst) < 2*maxLine {
		end := 0
		if !cnum.IsDigit(line[0]) {
			for end < len(line) && isWordByte(line[end]) {
				end++
			}
		}
		if end == 0 {
			dst = append(dst, line[0])
			line = line[1:]
			continue
		}
		if value, ok := m[string(line[:end])]; ok {
			dst = append(dst, value...)
		} else {
			dst = append(dst, line[:end]...)
		}
		line = line[end:]
	}
	return dst
}

// macroValue takes the value off the front of s: a word, or the text
// between quotes.
func macroValue(s string) (value, rest string, err error) {
	s = strings.TrimLeft(s, blanks)
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		value, rest, ok := strings.Cut(s[1:], s[:1])
		if !ok {
			return "", "", errValueString
		}
		return value, rest, nil
	}
	value, rest = cutWord(s)
	return value, rest, nil
}

// onlyMacroName returns s, which must be the name of a macro and nothing else.
func onlyMacroName(s string) (string, error) {
	name, rest, err := macroName(s)
	if err == nil {
		err = noMore(name, rest)
	}
	return name, err
}

// macroName takes the name of a macro off the front of s.
func macroName(s string) (name, rest string, err error) {
	name, rest = cutWord(strings.TrimLeft(s, blanks))
	for i := range len(name) {
		if !isWordByte(name[i]) || i == 0 && cnum.IsDigit(name[0]) {
			return "", "", errMacroName
		}
	}
	return name, rest, nil
}

// cutWord takes the word s begins with off its front.
func cutWord(s string) (word, rest string) {
	if end := strings.IndexAny(s, cnum.Space); end >= 0 {
		return s[:end], s[end:]
	}
	return s, ""
}

// noMore checks that nothing is left of a line, in which there was to be a
// name. A carriage return ends the line, and is as good as a name.
func noMore(name, rest string) error {
	rest = strings.TrimLeft(rest, blanks)
	switch {
	case rest != "" && rest[0] != '\r':
		return errExtra
	case rest == "" && name == "":
		return errNoMacro
	}
	return nil
}
