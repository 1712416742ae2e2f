package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A target takes the entries of a list, in order.
type target interface {
	comment(lines []string)
	blank(line string)
	open(group string, at place) error
	entry(metric, symbol string, at place) error
	close()
}

// place is where in the input something stands. Carriage returns end lines
// too.
type place struct {
	file string
	line int
}

// A lineError is an error with its line.
type lineError struct {
	place
	reason string
}

func (e *lineError) Error() string { return fmt.Sprintf("[%s:%d] %s", e.file, e.line, e.reason) }

// parser reads lists.
type parser struct {
	place
	typed   string // the file as the user named it, "" if not at all
	target  target
	group   bool
	pending []string // comment
}

// parse reads the input to its end, or to the first error. Two errors tell
// that a group was open then.
func (p *parser) parse(r io.Reader) []error {
	lines := bufio.NewReader(r)
	var errs []error
	for len(errs) == 0 {
		line, err := readLine(lines)
		if err == io.EOF {
			break
		}
		p.line++
		if err == nil {
			err = p.take(line)
		} else {
			err = p.wrong(err.Error())
		}
		if err != nil {
			errs = append(errs, err)
		}
	}
	if p.group {
		return append(errs, p.wrong("unterminated group?"))
	}
	if len(errs) == 0 {
		p.flush()
	}
	return errs
}

// maxLine bounds a line, in bytes: no list has lines nearly as long.
const maxLine = 1 << 20

var errLong = errors.New("line too long")

// readLine returns the next line without what ends it.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		c, err := r.ReadByte()
		switch {
		case err != nil && len(line) == 0:
			return "", io.EOF
		case len(line) == maxLine:
			return "", errLong
		case err != nil || c == '\n' || c == '\r':
			return string(line), nil
		}
		line = append(line, c)
	}
}

// take reads one line.
func (p *parser) take(line string) error {
	words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' })
	if len(words) > 0 && words[0] == "#" {
		p.pending = append(p.pending, strings.Join(words[1:], " "))
		return nil
	}
	p.flush()
	switch {
	case len(words) == 0:
		p.target.blank(line)
	case len(words) == 2 && words[1] == "{":
		return p.open(words[0])
	case len(words) == 2 && p.group:
		return p.target.entry(words[0], words[1], p.place)
	case len(words) == 1 && words[0] == "}":
		p.group = false
		p.target.close()
	default:
		return p.wrong("syntax error")
	}
	return nil
}

// open begins a group. The message about one in another, unlike the others,
// does not name standard input.
func (p *parser) open(name string) error {
	if p.group {
		return &lineError{place{p.typed, p.line}, "nested group?"}
	}
	p.group = true
	return p.target.open(name, p.place)
}

// flush hands over a comment that is complete.
func (p *parser) flush() {
	if len(p.pending) > 0 {
		p.target.comment(p.pending)
		p.pending = nil
	}
}

func (p *parser) wrong(reason string) error { return &lineError{p.place, reason} }
