package getopt

import (
	"slices"
	"strings"
)

// PartialWord describes a word of a command line while it is being typed.
type PartialWord struct {
	// Given are the options on the line, in order, as "--long=argument" or
	// "-x=argument".
	Given []string
	// Operands are the operands before and after the word.
	Operands []string

	Stem     string     // the beginning of the word, which stays
	Text     string     // the rest, which is to be completed
	Complete Completion // what the rest can be
	Options  []*Option  // nil unless the word can be one of these
}

// PartialWord parses a command line on which a word is being typed, like Parse,
// and describes what the word can be. It ignores errors and prints nothing.
func (s *Spec) PartialWord(inv *Invocation, before []string, word string, after []string) PartialWord {
	ignore := func(error) {}
	if s.Source != nil {
		s.Source.Begin(inv, ignore)
	}
	_, posix := inv.LookupEnv("POSIXLY_CORRECT")
	u := PartialWord{Text: word}
	scan := scanner{words: before, options: s.options(), stopAtOperand: posix || s.StopAtOperand}
	wanting := u.read(&scan)
	switch {
	case wanting != nil:
		u.Complete = wanting.Complete
	case scan.ended || !strings.HasPrefix(word, "-"):
		u.Complete = s.operand(len(scan.operands))
	default:
		u.option(s, &scan)
	}
	scan.words = slices.Concat(before, after)
	if scan.ended {
		scan.finish(len(before))
	} else {
		scan.next = len(before)
		u.read(&scan)
	}
	u.Operands = scan.operands
	s.settle(u.Operands)
	return u
}

// settle decides on the source, as Parse does.
func (s *Spec) settle(operands []string) {
	if s.Resolve != nil && len(operands) > 0 {
		s.Resolve(operands)
	}
	if s.Source != nil {
		s.Source.Settle()
	}
}

// read takes the options of the words, and returns one at the end that has no
// argument yet.
func (u *PartialWord) read(scan *scanner) (wanting *Option) {
	for e, ok := scan.scan(); ok; e, ok = scan.scan() {
		switch {
		case e.err != "":
			wanting = e.option
		case e.option.Arg == "":
			e.option.Value.Set("true")
			u.Given = append(u.Given, e.option.name())
		default:
			e.option.Value.Set(e.arg)
			u.Given = append(u.Given, e.option.name()+"="+e.arg)
		}
	}
	return wanting
}

// option looks at a word that starts with a dash: it is an option, or an option
// with its argument.
func (u *PartialWord) option(s *Spec, scan *scanner) {
	word := u.Text
	if name, long := strings.CutPrefix(word, "--"); long {
		name, _, given := strings.Cut(name, "=")
		if !given {
			u.Options = scan.options
			return
		}
		if o, ambiguous := scan.name(name); o != nil && ambiguous == nil {
			u.argument(o, len("--")+len(name)+len("="))
		}
		return
	}
	for i := 1; i < len(word); i++ {
		o := scan.letter(word[i])
		if o != nil && o.Arg != "" && i+1 < len(word) {
			u.argument(o, i+1)
			return
		}
	}
	u.Options = scan.options
	if s.Raw { // and its operands may start with a dash
		u.Complete = s.operand(len(scan.operands))
	}
}

// argument takes the word after its first stem bytes as an option's argument.
func (u *PartialWord) argument(o *Option, stem int) {
	u.Stem, u.Text, u.Complete = u.Text[:stem], u.Text[stem:], o.Complete
}

// name is the option's long form, or its short one.
func (o *Option) name() string {
	if o.Long != "" {
		return "--" + o.Long
	}
	return "-" + string(rune(o.Short))
}
