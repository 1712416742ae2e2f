package getopt

import "strings"

// scanner scans the arguments of a command line by the rules of getopt_long(3).
type scanner struct {
	words         []string
	options       []*Option
	stopAtOperand bool

	operands []string
	next     int    // index of the next argument
	cluster  string // rest of an argument with short options
	ended    bool   // all further arguments are operands
}

// An event is an option with its argument, or an error instead; one about a
// missing argument has the option too.
type event struct {
	option *Option
	arg    string
	err    string

	unknown string // the name of a long option that does not exist
}

// scan returns the next option; ok is false after the last one.
func (s *scanner) scan() (e event, ok bool) {
	if s.cluster != "" {
		return s.short(), true
	}
	for s.next < len(s.words) {
		word := s.words[s.next]
		s.next++
		switch {
		case word == "--":
			s.finish(s.next)
		case len(word) < 2 || word[0] != '-':
			if s.stopAtOperand {
				s.finish(s.next - 1)
				return event{}, false
			}
			s.operands = append(s.operands, word)
		case word[1] == '-':
			return s.long(word[2:]), true
		default:
			s.cluster = word[1:]
			return s.short(), true
		}
	}
	return event{}, false
}

// finish makes the arguments from index i on operands.
func (s *scanner) finish(i int) {
	s.operands = append(s.operands, s.words[i:]...)
	s.next = len(s.words)
	s.ended = true
}

// argument consumes the next argument as an option's argument.
func (s *scanner) argument() (arg string, ok bool) {
	if s.next == len(s.words) {
		return "", false
	}
	s.next++
	return s.words[s.next-1], true
}

// short reads the first letter of the cluster.
func (s *scanner) short() event {
	letter := s.cluster[0]
	s.cluster = s.cluster[1:]
	o := s.letter(letter)
	switch {
	case o == nil:
		return event{err: "invalid option -- '" + string([]byte{letter}) + "'"}
	case o.Arg == "":
		return event{option: o}
	case s.cluster != "":
		arg := s.cluster
		s.cluster = ""
		return event{option: o, arg: arg}
	}
	arg, ok := s.argument()
	if !ok {
		return event{option: o, err: "option requires an argument -- '" + string([]byte{letter}) + "'"}
	}
	return event{option: o, arg: arg}
}

func (s *scanner) letter(letter byte) *Option {
	for _, o := range s.options {
		if o.Short == letter && !o.LongOnly {
			return o
		}
	}
	return nil
}

// long parses an argument of the form --name or --name=arg, given without dashes.
func (s *scanner) long(text string) event {
	name, arg, given := strings.Cut(text, "=")
	if name == "" {
		// In PCP the headings of groups are options without a name.
		return event{err: "option '--' doesn't allow an argument"}
	}
	o, ambiguous := s.name(name)
	switch {
	case ambiguous != nil:
		return event{err: possibilities(text, ambiguous)}
	case o == nil:
		return event{err: "unrecognized option '--" + text + "'", unknown: name}
	case given && o.Arg == "":
		return event{err: "option '--" + o.Long + "' doesn't allow an argument"}
	case given || o.Arg == "":
		return event{option: o, arg: arg}
	case o.Default != "":
		return event{option: o, arg: o.Default}
	}
	arg, ok := s.argument()
	if !ok {
		return event{option: o, err: "option '--" + o.Long + "' requires an argument"}
	}
	return event{option: o, arg: arg}
}

// name finds a long option by its name or an abbreviation of it: the option,
// or all those it may stand for, or neither.
func (s *scanner) name(name string) (match *Option, ambiguous []*Option) {
	for _, o := range s.options {
		switch {
		case o.Long == "":
		case o.Long == name:
			return o, nil
		case o.Exact || !strings.HasPrefix(o.Long, name):
		case match == nil:
			match = o
		case (o.Arg == "") != (match.Arg == "") || o.Short != match.Short:
			ambiguous = append(ambiguous, o)
		}
	}
	if ambiguous != nil {
		ambiguous = append(ambiguous, match)
	}
	return match, ambiguous
}

// possibilities words the ambiguity of options, which stand in table order but
// for the first match at the end, and are listed backwards.
func possibilities(text string, options []*Option) string {
	var b strings.Builder
	b.WriteString("option '--" + text + "' is ambiguous; possibilities:")
	for i := len(options) - 1; i >= 0; i-- {
		b.WriteString(" '--" + options[i].Long + "'")
	}
	return b.String()
}
