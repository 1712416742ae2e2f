package libpcp

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
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
	p := labelParser{flags: flags}
	return p.set(text)
}

// ParseLenientLabels is [ParseLabels] as of PCP 7.2: a name may begin with any of
// its characters, and labels with other names are left out.
func ParseLenientLabels(text string, flags uint8) (LabelSet, error) {
	p := labelParser{flags: flags, lenient: true}
	return p.set(text)
}

// labelParser reads the JSON text of labels.
type labelParser struct {
	labels  []Label
	flags   uint8
	lenient bool // about names
}

var errLabelText = errors.New("labels are not a JSON object")

func badLabels(err error) error {
	return fmt.Errorf("%w: %w: %w", errLabelText, err, Errno(syscall.EINVAL))
}

// set reads the whole text.
func (p *labelParser) set(text string) (LabelSet, error) {
	set := LabelSet{Inst: NullInst}
	if err := p.object([]byte(text), "", 0); err != nil {
		return set, badLabels(err)
	}
	slices.SortFunc(p.labels, func(a, b Label) int { return cmp.Compare(a.Name, b.Name) })
	for i := 1; i < len(p.labels); i++ {
		if p.labels[i-1].Name == p.labels[i].Name {
			return set, badLabels(fmt.Errorf("%q twice", p.labels[i].Name))
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

// object reads an object, and nothing else, whose members have names below prefix.
func (p *labelParser) object(text []byte, prefix string, depth int) error {
	if depth > maxLabelDepth {
		return errors.New("objects in too many others")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return cmp.Or(err, errors.New("no object"))
	}
	for d.More() {
		start := d.InputOffset()
		if _, err := d.Token(); err != nil {
			return err
		}
		quoted := bytes.TrimLeft(text[start:d.InputOffset()], " \t\r\n,")
		name := string(quoted[1 : len(quoted)-1]) // as it is written, with escapes
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		before := len(p.labels)
		if err := p.member(prefix+name, value, depth); err != nil {
			return err
		}
		if !p.isName(name) {
			if !p.lenient {
				return fmt.Errorf("%q is no name", name)
			}
			p.labels = p.labels[:before]
		}
	}
	if _, err := d.Token(); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more than one object")
	}
	return nil
}

// member adds a label, or those of an object that is not empty. A label inside an
// object is compound.
func (p *labelParser) member(name string, value json.RawMessage, depth int) error {
	before := len(p.labels)
	if value[0] == '{' {
		if err := p.object(value, name+".", depth+1); err != nil {
			return err
		}
		if len(p.labels) > before {
			return nil
		}
		value = json.RawMessage("{}")
	}
	if len(name) > maxLabelName {
		return errors.New("a name is too long")
	}
	var text bytes.Buffer
	if err := json.Compact(&text, value); err != nil {
		return err
	}
	l := Label{Name: name, Value: text.String(), Flags: p.flags}
	if depth > 0 {
		l.Flags |= LabelCompound
	}
	p.labels = append(p.labels, l)
	return nil
}

// isName reports whether s is a name.
func (p *labelParser) isName(s string) bool {
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
