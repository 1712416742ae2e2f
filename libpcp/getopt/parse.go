package getopt

import (
	"errors"

	"pcptools/libpcp"
)

// ErrUsage is an error that prints the usage text only.
var ErrUsage = errors.New("usage")

// A RunError is an error of carrying out an option, rather than of its syntax:
// it is reported without the usage text.
type RunError struct{ Err error }

func (e *RunError) Error() string { return e.Err.Error() }

// Text implements [libpcp.CodedError].
func (e *RunError) Text(t libpcp.ErrorTexts) string { return t.Message(e.Err) }

// Unwrap returns the error.
func (e *RunError) Unwrap() error { return e.Err }

// A Verbatim error is reported as it is, without the program's name before it
// and a newline after it.
type Verbatim string

func (e Verbatim) Error() string { return string(e) }

// A WithoutNewline error is reported without a newline behind it.
type WithoutNewline string

func (e WithoutNewline) Error() string { return string(e) }

// An Exit is an error that prints a text for the user (pmprintf(3)) and ends
// the tool.
type Exit struct {
	Text   string
	Status int

	// Unknown is the name of the long option that does not exist, if that alone
	// is wrong; then Problem is the Text but for the usage text.
	Unknown, Problem string

	// Extra is set if there is a Problem beside an Extra option, which the usage text
	// lacks.
	Extra bool
}

func (e *Exit) Error() string { return e.Text }

var errVersion = errors.New("version")

// VersionOption is -V, --version.
func VersionOption() Option {
	return Option{Short: 'V', Long: "version", Text: "display version number and exit",
		Value: always(errVersion)}
}

// HelpOption is -?, --help.
func HelpOption() Option {
	return Option{Short: '?', Long: "help", Text: "show this usage message and exit",
		Value: always(ErrUsage)}
}

// always is the value of an option that does no more than return an error.
func always(err error) flagAction { return flagAction{err} }

type flagAction struct{ err error }

func (v flagAction) Set(string) error { return v.err }
func (v flagAction) Type() string     { return "bool" }
func (v flagAction) String() string   { return "false" }

// Parse reads the PCP_* variables, parses the arguments, sets the values of the
// options, and returns the operands. The error is an *[Exit] if the tool must
// end: after errors, and after options such as --version.
func (s *Spec) Parse(inv *Invocation, words []string) (operands []string, err error) {
	p := parser{spec: s, inv: inv}
	if s.Source != nil {
		s.Source.Begin(inv, p.report)
	}
	operands = p.scan(words)
	if s.Operands != nil {
		if !p.ended() {
			p.report(s.Operands(operands))
		}
		if p.ended() {
			return nil, p.exit()
		}
	}
	if s.Resolve != nil {
		p.report(s.Resolve(operands))
	}
	if s.Source != nil {
		p.report(s.Source.Settle())
	}
	if s.Check != nil {
		p.report(s.Check(operands))
	}
	return operands, p.exit()
}

// parser collects the errors of a command line.
type parser struct {
	spec    *Spec
	inv     *Invocation
	errors  int
	run     bool   // a RunError was among them
	unknown string // the last long option that does not exist
	version bool
	extra   bool // an Extra option was given
}

func (p *parser) scan(words []string) (operands []string) {
	_, posix := p.inv.LookupEnv("POSIXLY_CORRECT")
	s := scanner{words: words, options: p.spec.options(), stopAtOperand: posix || p.spec.StopAtOperand}
	for e, ok := s.scan(); ok; e, ok = s.scan() {
		p.apply(e)
	}
	return p.trailing(s.operands)
}

// trailing removes Extra options from the end of the operands, if all that
// follows the Trailing operands is such.
func (p *parser) trailing(operands []string) []string {
	n := p.spec.Trailing
	if n == 0 || len(operands) <= n {
		return operands
	}
	var extra []*Option
	for i := range p.spec.Extra {
		extra = append(extra, &p.spec.Extra[i])
	}
	s := scanner{words: operands[n:], options: extra}
	var given []event
	for e, ok := s.scan(); ok; e, ok = s.scan() {
		if e.option == nil {
			return operands
		}
		given = append(given, e)
	}
	if s.ended || len(s.operands) > 0 { // a -- is an operand, too
		return operands
	}
	p.apply(given...)
	return operands[:n]
}

// apply sets the values of options.
func (p *parser) apply(given ...event) {
	for _, e := range given {
		for i := range p.spec.Extra {
			p.extra = p.extra || e.option == &p.spec.Extra[i]
		}
		switch {
		case e.err != "":
			p.unknown = e.unknown
			p.report(errors.New(e.err))
		case e.option.Arg == "":
			p.report(e.option.Value.Set("true"))
		default:
			p.report(e.option.Value.Set(e.arg))
		}
	}
}

// report records an error, or each of several joined.
func (p *parser) report(err error) {
	switch err := err.(type) {
	case nil:
	case interface{ Unwrap() []error }:
		for _, e := range err.Unwrap() {
			p.report(e)
		}
	default:
		p.note(err)
	}
}

func (p *parser) note(err error) {
	if err == errVersion {
		p.version = true
		p.inv.note(p.inv.Name + " version " + p.inv.Release.Version().String() + "\n")
		return
	}
	p.errors++
	switch err := err.(type) {
	case *RunError:
		p.run = true
	case Verbatim:
		p.inv.note(string(err))
		return
	case WithoutNewline:
		p.inv.note(p.inv.Name + ": " + string(err))
		return
	}
	if err != ErrUsage {
		p.inv.note(p.inv.Name + ": " + p.inv.ErrorTexts().Message(err) + "\n")
	}
}

// ended reports whether the run ends here.
func (p *parser) ended() bool { return p.version || p.errors > 0 }

// exit makes an Exit of the errors, if there were any.
func (p *parser) exit() error {
	switch {
	case p.version:
		return &Exit{Text: p.inv.printer().Take(), Status: 0}
	case p.errors == 0:
		return nil
	}
	exit := &Exit{Status: 1, Problem: p.inv.printer().Take()}
	if exit.Text = exit.Problem; !p.run {
		exit.Text += string(p.spec.appendUsage(nil, p.inv.Name))
	}
	exit.Extra = p.extra && !p.run && exit.Problem != ""
	if p.errors == 1 {
		exit.Unknown = p.unknown
	}
	return exit
}
