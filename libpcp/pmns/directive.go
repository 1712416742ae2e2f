package pmns

import (
	"bytes"
	"errors"
	"strings"

	"pcptools/internal/cnum"
)

// A directive does what a line of its name asks for, of which rest is what
// follows the name. It reports whether another input has been entered.
type directive func(p *preprocessor, rest string) (entered bool, err error)

// cutDirective finds the directive a line begins with, by its name alone: any
// character may follow it.
func cutDirective(line []byte) (directive, string) {
	if line[0] != '#' {
		return nil, ""
	}
	for _, d := range [...]struct {
		name string
		do   directive
	}{
		{"#include", (*preprocessor).include},
		{"#shell", (*preprocessor).run},
		{"#define", (*preprocessor).define},
		{"#undef", (*preprocessor).undef},
		{"#ifdef", (*preprocessor).ifdef},
		{"#ifndef", (*preprocessor).ifndef},
		{"#else", (*preprocessor).otherwise},
		{"#endif", (*preprocessor).endif},
	} {
		if rest, ok := bytes.CutPrefix(line, []byte(d.name)); ok {
			return d.do, strings.TrimSuffix(string(rest), "\n")
		}
	}
	return nil, ""
}

var (
	errNoMacro      = errors.New("Missing macro name")
	errMacroName    = errors.New("Illegal character in macro name")
	errRedefinition = errors.New("Macro redefinition")
	errValueString  = errors.New("Unterminated value string in #define")
	errExtra        = errors.New("Unexpected extra text in a control line")
	errNested       = errors.New("Nested #ifdef or #ifndef")
	errDeep         = errors.New("#include and/or #shell nesting too deep")
	errNoInclude    = errors.New("Cannot open file for #include")
	errNoFile       = errors.New(`Expected " or < after #include`)
	errShell        = errors.New("Cannot run command for #shell")
	errNoCommand    = errors.New(`Expected " or ' after #shell`)
	errExtraFile    = errors.New("Unexpected extra text in #include line")
	errExtraCommand = errors.New("Unexpected extra text in #shell line")
)

func (p *preprocessor) include(rest string) (entered bool, err error) {
	if p.skip {
		return false, nil
	}
	name, err := quoted(rest, `"<`, errNoFile, "file name", errExtraFile)
	if err != nil {
		return false, err
	}
	if p.deep() {
		return false, errDeep
	}
	found, r := p.find(name)
	if r == nil {
		return false, errNoInclude
	}
	p.enter(found, r)
	return true, nil
}

func (p *preprocessor) run(rest string) (entered bool, err error) {
	if p.skip {
		return false, nil
	}
	command, err := quoted(rest, `"'`, errNoCommand, "command", errExtraCommand)
	if err != nil {
		return false, err
	}
	if p.deep() {
		return false, errDeep
	}
	if p.shell == nil {
		return false, errShell
	}
	r, err := p.shell(command, p.stderr)
	if err != nil {
		return false, errShell
	}
	p.enter("<shell>", r)
	return true, nil
}

// quoted returns the text between a pair of quotes, which must enclose all of
// s.
func quoted(s, quotes string, missing error, what string, extra error) (string, error) {
	s = strings.TrimLeft(s, blanks)
	if s == "" || strings.IndexByte(quotes, s[0]) < 0 {
		return "", missing
	}
	quote := s[:1]
	if quote == "<" {
		quote = ">"
	}
	text, rest, ok := strings.Cut(s[1:], quote)
	switch {
	case !ok:
		return "", errors.New("Expected " + quote + " after " + what)
	case strings.Trim(rest, cnum.Space) != "":
		return "", extra
	}
	return text, nil
}

const (
	blanks = " \t"
)

func (p *preprocessor) define(rest string) (entered bool, err error) {
	name, rest, err := macroName(rest)
	if err != nil {
		return false, err
	}
	value, rest, err := macroValue(rest)
	if err == nil {
		err = noMore(name, rest)
	}
	if err != nil || p.skip {
		return false, err
	}
	return false, p.set(name, value)
}

func (p *preprocessor) set(name, value string) error {
	if _, ok := p.macros[name]; ok {
		return errRedefinition
	}
	p.macros[name] = value
	return nil
}

func (p *preprocessor) undef(rest string) (entered bool, err error) {
	name, err := onlyMacroName(rest)
	if err == nil && !p.skip && name != "" {
		delete(p.macros, name)
	}
	return false, err
}

func (p *preprocessor) ifdef(rest string) (entered bool, err error) {
	return false, p.condition(rest, true)
}

func (p *preprocessor) ifndef(rest string) (entered bool, err error) {
	return false, p.condition(rest, false)
}

// condition opens a block that stands if a macro is defined or not.
func (p *preprocessor) condition(rest string, wanted bool) error {
	name, err := onlyMacroName(rest)
	if err != nil {
		return err
	}
	if p.block {
		return errNested
	}
	_, defined := p.macros[name]
	p.block, p.skip = true, defined != wanted
	if !defined {
		p.blockLine = p.inputs[len(p.inputs)-1].line
	}
	return nil
}

// otherwise is #else. As in PCP, one after which lines stand defines
// a macro without a name; so there cannot be two.
func (p *preprocessor) otherwise(rest string) (entered bool, err error) {
	if err := p.inBlock(rest, "#else"); err != nil {
		return false, err
	}
	if p.skip = !p.skip; p.skip {
		return false, nil
	}
	return false, p.set("", "")
}

func (p *preprocessor) endif(rest string) (entered bool, err error) {
	if err := p.inBlock(rest, "#endif"); err != nil {
		return false, err
	}
	p.block, p.skip = false, false
	return false, nil
}

// inBlock checks that #else or #endif stands alone, and in a block.
func (p *preprocessor) inBlock(rest, name string) error {
	if err := noMore(name, rest); err != nil {
		return err
	}
	if !p.block {
		return errors.New("No matching #ifdef or #ifndef for " + name)
	}
	return nil
}
