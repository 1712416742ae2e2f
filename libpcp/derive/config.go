package derive

import (
	"errors"
	"fmt"
	"strings"

	"pcptools/internal/cnum"
	"pcptools/libpcp/internal/wire"
	"pcptools/libpcp/release"
)

// config reads the text of one file.
type config struct {
	*Definitions
	file  string
	line  int    // where the definition being read begins
	lines int    // that it takes
	text  string // of the file
	next  int    // where the next line starts
}

// loadText registers the definitions in a file's text. A last line without a
// newline does not count.
func (d *Definitions) loadText(file, text string) {
	c := config{Definitions: d, file: file, text: text, line: 1}
	for {
		line, ok := c.read()
		switch {
		case !ok:
			return
		case line == "":
		case line[0] != '#':
			c.define(line)
		case strings.HasPrefix(line, "#control") && d.rules.Has(release.DerivedControl):
			c.control(line[min(len("#control "), len(line)):])
		}
		c.line += c.lines
	}
}

// read takes the next line, together with those it continues on: a backslash
// at its end does not count, nor does the newline.
func (c *config) read() (line string, ok bool) {
	line, ok = c.physical()
	c.lines = 1
	for ok && c.rules.Has(release.DerivedNovalue) && strings.HasSuffix(line, "\\") {
		var more string
		more, ok = c.physical()
		line = line[:len(line)-1] + more
		c.lines++
	}
	return line, ok
}

// physical takes the rest of the line.
func (c *config) physical() (line string, ok bool) {
	line, _, ok = strings.Cut(c.text[c.next:], "\n")
	if ok {
		c.next += len(line) + 1
	}
	return line, ok
}

// control handles a line of settings.
func (c *config) control(settings string) {
	c.Definitions.control(settings, func(f fault, text string) {
		c.report("%s%s", [...]string{done: "derived metric control: ", doubtful: "Warning: ", wrong: "Error: "}[f], text)
	})
}

// report prints a message about the current line.
func (c *config) report(format string, args ...any) {
	fmt.Fprintf(c.messages, "[%s:%d] "+format+"\n", append([]any{c.file, c.line}, args...)...)
}

func (c *config) reject(line, problem string) {
	c.report("Error: pmLoadDerivedConfig: %s\n%s", problem, line)
}

// define handles a line: NAME = EXPRESSION or NAME(ATTRIBUTE) = TEXT.
func (c *config) define(line string) {
	left, right, ok := strings.Cut(line, "=")
	if !ok {
		c.reject(line, "missing ``='' after derived metric name")
		return
	}
	name, attribute, isAttribute := strings.Cut(left, "(")
	name = wire.CString(trim(name))
	switch {
	case name == "":
		c.reject(line, "derived metric name missing")
	case !validName(name):
		c.report("Error: pmLoadDerivedConfig: illegal derived metric name (%s)", name)
	case isAttribute:
		c.attribute(line, name, attribute, right)
	case trim(right) == "":
		c.reject(line, "expression missing")
	default:
		c.expression(name, wire.CString(right))
	}
}

func (c *config) expression(name, src string) {
	trimmed := strings.TrimLeft(src, cnum.Space)
	err := c.register(name, trimmed)
	var syntax *SyntaxError
	if !errors.As(err, &syntax) {
		return
	}
	reason := syntax.Message
	if reason != "" {
		reason = "\n" + reason
	}
	c.report("Error: pmRegisterDerived(%s, ...) syntax error\n%s\n%s%s", name, src,
		caret(src, len(src)-len(trimmed)+syntax.Pos), reason)
}

// caret is the line to print below src so that it points at a position.
func caret(src string, pos int) []byte {
	line := []byte(src)
	for i, c := range line {
		switch {
		case i == pos:
			line[i] = '^'
		case !cnum.IsSpace(c):
			line[i] = ' '
		}
	}
	return line
}

// attribute handles a line whose left side is NAME(LEFT.
func (c *config) attribute(line, name, left, right string) {
	attribute, _, ok := strings.Cut(left, ")")
	attribute = trim(attribute)
	switch right = strings.TrimLeft(right, cnum.Space); {
	case !ok:
		c.reject(line, "missing ')' after attribute")
	case attribute == "":
		c.reject(line, "attribute name missing")
	case right == "" || right == `"` || right == "'":
		c.reject(line, "attribute value missing")
	default:
		value, ok := wire.CString(right), true
		if right[0] == '"' || right[0] == '\'' {
			value, ok = c.quoted(right)
		}
		if !ok {
			return
		}
		if problem := c.setText(name, attribute, value); problem != "" {
			c.reject(line, string(problem))
		}
	}
}

// quoted takes the string that right, the end of the current line, begins
// with and that may end on a later one. The rest of that line is ignored.
func (c *config) quoted(right string) (string, bool) {
	q := quotation{quote: right[0]}
	extra, closed := q.scan(right[1:])
	if !closed {
		rest := c.text[c.next-1:] // the newline first
		extra, closed = q.scan(rest)
		if c.skip(q.newlines); !closed {
			c.next = len(c.text)
			c.report("Error: pmLoadDerivedConfig: missing termination (%c) for value", q.quote)
			return "", false
		}
		extra, _, _ = strings.Cut(extra, "\n")
		c.next = min(c.next-1+q.scanned+len(extra)+1, len(c.text))
		if extra != "" {
			extra = extra[1:] // libpcp (C) loses this character
		}
	}
	if extra = strings.TrimLeft(extra, cnum.Space); extra != "" {
		c.report("Warning: pmLoadDerivedConfig: extra text (%s) after attribute value will be ignored", extra)
	}
	return wire.CString(q.value.String()), true
}

// skip counts the newlines in a value.
func (c *config) skip(newlines int) {
	if !c.rules.Has(release.DerivedNovalue) {
		c.line += newlines - 1 // there, one is not counted
	} else {
		c.lines += newlines
	}
}

// quotation is a string in quotes, in which a backslash quotes the next
// character, and hides a newline.
type quotation struct {
	quote    byte
	escape   bool // the last character was a backslash
	value    strings.Builder
	newlines int
	scanned  int // bytes of the last text
}

// scan takes what belongs to the string, and returns what follows it.
func (q *quotation) scan(text string) (rest string, closed bool) {
	for i := range len(text) {
		ch := text[i]
		if ch == '\n' {
			q.newlines++
		}
		switch {
		case q.escape:
			if q.escape = false; ch != '\n' {
				q.value.WriteByte(ch)
			}
		case ch == '\\':
			q.escape = true
		case ch == q.quote:
			q.scanned = i + 1
			return text[i+1:], true
		default:
			q.value.WriteByte(ch)
		}
	}
	return "", false
}

func trim(s string) string { return strings.Trim(s, cnum.Space) }
