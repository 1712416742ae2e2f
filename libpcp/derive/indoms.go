package derive

import (
	"fmt"
	"slices"
	"strconv"

	"pcptools/internal/cnum"
	"pcptools/libpcp"
)

// indomList is instance domains that count as one.
type indomList []indomPattern

// indomPattern is a domain, or with any all domains of an agent.
type indomPattern struct {
	domain, serial uint32
	any            bool
}

func (l indomList) has(d libpcp.InDom) bool {
	return slices.ContainsFunc(l, func(p indomPattern) bool {
		return p.domain == d.Domain() && (p.any || p.serial == d.Serial())
	})
}

// indomParser reads a file of lists. A list ends with a newline right behind
// its last domain; behind a blank it goes on with the next line.
type indomParser struct {
	file   string
	text   []byte
	off    int
	line   int
	report func(string)
	failed bool
	list   indomList
	lists  []indomList
}

const endOfFile = -1

// next takes a character.
func (p *indomParser) next() int {
	if p.off == len(p.text) {
		return endOfFile
	}
	p.off++
	return int(p.text[p.off-1])
}

func (p *indomParser) parse() {
	for {
		switch c := p.next(); {
		case c == endOfFile:
			return
		case c == ' ' || c == '\t':
		case c == '\n':
			p.line++
		case c == '#':
			p.skip()
		case !cnum.IsDigit(byte(c)):
			p.fail("<domain> expected" + found(c))
			p.skip()
		case !p.indom(c):
			p.skip()
		}
	}
}

func (p *indomParser) fail(problem string) {
	p.failed = true
	p.report(fmt.Sprintf("__pmEquivInDom: [%s:%d] %s", p.file, p.line, problem))
}

// found ends the text of a problem with the character found instead.
func found(c int) string { return ", found '" + string([]byte{byte(c)}) + "'" }

// skip passes the rest of a line.
func (p *indomParser) skip() {
	for {
		switch p.next() {
		case endOfFile:
			p.fail("expected newline, found End-of-File")
			return
		case '\n':
			p.line++
			return
		}
	}
}

// number takes digits, the first of which is c, and the character behind them.
func (p *indomParser) number(c int, what string, most int) (digits string, after int, ok bool) {
	for c != endOfFile && cnum.IsDigit(byte(c)) {
		if digits += string([]byte{byte(c)}); len(digits) > most {
			p.fail("<" + what + "> " + digits + "... too long")
			return "", 0, false
		}
		c = p.next()
	}
	return digits, c, c != endOfFile
}

// indom takes a domain that begins with c, and the character behind it. It
// reports whether the line is well-formed so far.
func (p *indomParser) indom(c int) bool {
	digits, ok := p.domain(c)
	if !ok {
		return false
	}
	domain, _ := strconv.Atoi(digits)
	serial, after, ok := p.serial(digits)
	if !ok {
		return false
	}
	n, _ := strconv.Atoi(serial)
	p.list = append(p.list, indomPattern{domain: uint32(domain), serial: uint32(n), any: serial == "*"})
	const maxSerial = 1<<22 - 1
	switch {
	case n > maxSerial:
		p.fail(fmt.Sprintf("<serial> %d too big", n))
	case after == '\n':
		p.lists, p.list = append(p.lists, p.list), nil
	case after != ' ' && after != '\t':
		p.fail("newline or whitespace expected after <serial> " + serial + found(after))
		return false
	}
	if after == '\n' {
		p.line++
	}
	return n <= maxSerial
}

// domain takes the number of an agent that begins with c, and the point behind
// it.
func (p *indomParser) domain(c int) (digits string, ok bool) {
	const maxDomain = 1<<9 - 1
	digits, c, ok = p.number(c, "domain", 3)
	if !ok {
		return "", false
	}
	switch domain, _ := strconv.Atoi(digits); {
	case c != '.':
		p.fail("'.' expected after <domain> " + digits + found(c))
		return "", false
	case domain > maxDomain:
		p.fail(fmt.Sprintf("<domain> %d too big", domain))
		return "", false
	}
	return digits, true
}

// serial takes a serial number, or an asterisk, and the character behind it.
func (p *indomParser) serial(domain string) (serial string, after int, ok bool) {
	switch c := p.next(); {
	case c == endOfFile:
		return "", 0, false
	case c == '*':
		serial, after = "*", p.next()
	case cnum.IsDigit(byte(c)):
		if serial, after, ok = p.number(c, "serial", 7); !ok {
			return "", 0, false
		}
	default:
		p.fail("digit or '*' expected after <domain> " + domain + found(c))
		return "", 0, false
	}
	return serial, after, after != endOfFile
}
