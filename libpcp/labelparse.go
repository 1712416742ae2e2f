package libpcp

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
)

const (
	maxLabels     = 254
	maxLabelName  = 255
	maxLabelDepth = 16
)

// ParseLabels parses a JSON object into labels with the given flags, which
// include the bit of their class (__pmAddLabels). Objects inside it become
// compound labels, "a.b.c", where libpcp (C) has "a.c" or worse; other values keep
// their text, without white space between tokens. The labels are in order of name,
// and the set's JSON is their text. The error is EINVAL for a value that is not an
// object, for names that are not made of letters, digits, underscores and, if the
// flags include LabelCompound, dots, with a letter first, and for names that
// repeat; it is E2BIG for more labels, or longer ones, than a label set can have.
func ParseLabels(text string, flags uint8) (LabelSet, error) {
	p := labelParser{text: text, flags: flags}
	return p.set()
}

// ParseLenientLabels is [ParseLabels] as of PCP 7.2: a name may begin with any of
// its characters, and labels with other names are left out.
func ParseLenientLabels(text string, flags uint8) (LabelSet, error) {
	p := labelParser{text: text, flags: flags, lenient: true}
	return p.set()
}

// set reads the whole text.
func (p *labelParser) set() (LabelSet, error) {
	p.object("", 0)
	p.space()
	if p.pos < len(p.text) {
		p.fail()
	}
	set := LabelSet{Inst: NullInst}
	if p.err != nil {
		return set, p.err
	}
	slices.SortFunc(p.labels, func(a, b Label) int { return cmp.Compare(a.Name, b.Name) })
	for i := 1; i < len(p.labels); i++ {
		if p.labels[i-1].Name == p.labels[i].Name {
			p.fail()
			return set, p.err
		}
	}
	if set.Labels = p.labels; len(set.Labels) > 0 {
		set.JSON = labelText(set.Labels)
	}
	if len(set.Labels) > maxLabels || len(set.JSON) > maxLabelJSON {
		return LabelSet{Inst: NullInst}, Errno(syscall.E2BIG)
	}
	return set, nil
}

// labelParser reads the JSON text of labels. After an error it stands still.
type labelParser struct {
	text    string
	pos     int
	labels  []Label
	flags   uint8
	lenient bool // about names
	err     error
}

var errLabelText = errors.New("labels are not a JSON object")

func (p *labelParser) fail() {
	if p.err == nil {
		p.err = fmt.Errorf("%w: byte %d: %w", errLabelText, p.pos, Errno(syscall.EINVAL))
	}
	p.pos = len(p.text)
}

func (p *labelParser) space() {
	for p.pos < len(p.text) {
		switch p.text[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

// accept takes the character c, if it is next behind white space.
func (p *labelParser) accept(c byte) bool {
	p.space()
	if p.pos < len(p.text) && p.text[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

func (p *labelParser) expect(c byte) {
	if !p.accept(c) {
		p.fail()
	}
}

// object reads an object whose members have names below prefix.
func (p *labelParser) object(prefix string, depth int) {
	p.expect('{')
	if depth > maxLabelDepth {
		p.fail()
	}
	if p.accept('}') || p.err != nil {
		return
	}
	for {
		p.member(prefix, depth)
		if p.err != nil || !p.accept(',') {
			break
		}
	}
	p.expect('}')
}

func (p *labelParser) member(prefix string, depth int) {
	p.space()
	name := p.string()
	p.expect(':')
	if p.err != nil {
		return
	}
	before := len(p.labels)
	p.memberValue(prefix+name[1:len(name)-1], depth)
	switch {
	case p.isName(name):
	case p.lenient:
		p.labels = p.labels[:before]
	default:
		p.fail()
	}
}

func (p *labelParser) memberValue(name string, depth int) {
	if p.space(); p.pos == len(p.text) || p.text[p.pos] != '{' {
		p.label(name, string(p.value(nil, depth)), depth)
		return
	}
	before := len(p.labels)
	p.object(name+".", depth+1)
	if len(p.labels) == before {
		p.label(name, "{}", depth)
	}
}

// label adds a label, which is compound inside an object.
func (p *labelParser) label(name, value string, depth int) {
	l := Label{Name: name, Value: value, Flags: p.flags}
	if depth > 0 {
		l.Flags |= LabelCompound
	}
	if len(name) > maxLabelName {
		p.fail()
	}
	p.labels = append(p.labels, l)
}

// isName reports whether s, which has quotes, is a name.
func (p *labelParser) isName(s string) bool {
	s = s[1 : len(s)-1]
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		further := c == '_' || '0' <= c && c <= '9' || c == '.' && p.flags&LabelCompound != 0
		if !letter && (i == 0 && !p.lenient || !further) {
			return false
		}
	}
	return s != ""
}

// string reads a string and returns it with its quotes.
func (p *labelParser) string() string {
	start := p.pos
	if p.pos == len(p.text) || p.text[p.pos] != '"' {
		p.fail()
		return ""
	}
	for p.pos++; p.pos < len(p.text); p.pos++ {
		switch c := p.text[p.pos]; {
		case c == '"':
			p.pos++
			return p.text[start:p.pos]
		case c == '\\' && p.pos+1 < len(p.text) && strings.IndexByte(`"/\bfrntu`, p.text[p.pos+1]) >= 0:
			p.pos++
		case c == '\\' || c < ' ':
			p.fail()
			return ""
		}
	}
	p.fail()
	return ""
}

// value appends the text of a value that is no object.
func (p *labelParser) value(dst []byte, depth int) []byte {
	p.space()
	switch {
	case p.pos == len(p.text):
		p.fail()
	case p.text[p.pos] == '"':
		return append(dst, p.string()...)
	case p.text[p.pos] == '[' && depth < maxLabelDepth:
		return p.array(dst, depth+1)
	}
	start := p.pos
	for p.pos < len(p.text) && isLabelScalar(p.text[p.pos]) {
		p.pos++
	}
	word := p.text[start:p.pos]
	if word != "true" && word != "false" && word != "null" && !isJSONNumber(word) {
		p.fail()
	}
	return append(dst, word...)
}

// isLabelScalar reports whether c may be part of a number, true, false or
// null.
func isLabelScalar(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || c == '-' || c == '+' || c == '.' || c == 'E'
}

// isJSONNumber reports whether s is a number as JSON writes it.
func isJSONNumber(s string) bool {
	whole, rest := cutDigits(strings.TrimPrefix(s, "-"))
	if whole == "" || len(whole) > 1 && whole[0] == '0' {
		return false
	}
	if fraction, ok := strings.CutPrefix(rest, "."); ok {
		if fraction, rest = cutDigits(fraction); fraction == "" {
			return false
		}
	}
	if rest == "" {
		return true
	}
	exponent := rest[1:]
	if exponent != "" && (exponent[0] == '+' || exponent[0] == '-') {
		exponent = exponent[1:]
	}
	digits, beyond := cutDigits(exponent)
	return rest[0]|0x20 == 'e' && digits != "" && beyond == ""
}

func cutDigits(s string) (digits, rest string) {
	n := len(s) - len(strings.TrimLeft(s, "0123456789"))
	return s[:n], s[n:]
}

func (p *labelParser) array(dst []byte, depth int) []byte {
	p.expect('[')
	dst = append(dst, '[')
	if p.accept(']') {
		return append(dst, ']')
	}
	for {
		dst = p.value(dst, depth)
		if p.err != nil || !p.accept(',') {
			break
		}
		dst = append(dst, ',')
	}
	p.expect(']')
	return append(dst, ']')
}
