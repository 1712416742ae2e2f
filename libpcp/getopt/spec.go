package getopt

import (
	"io"

	"github.com/spf13/pflag"

	"pcptools/libpcp"
	"pcptools/libpcp/message"
	"pcptools/libpcp/release"
)

// Spec describes the command line of a tool.
type Spec struct {
	Synopsis string  // what follows "Usage: NAME " in the usage text
	Groups   []Group // in the order of the usage text
	About    string  // what the tool does, for the long help
	Example  string  // shell lines, for the long help
	// Extra options are accepted, but not in the usage text.
	Extra []Option
	// Source reads the PCP_* variables, and checks its options against each
	// other; nil if the tool has no source of metrics.
	Source Shared
	// StopAtOperand ends the options at the first operand, as POSIXLY_CORRECT
	// does for every tool.
	StopAtOperand bool
	// Trailing is the number of operands after which Extra options are also
	// accepted, where options end at the first operand.
	Trailing int
	// Raw passes the arguments to the tool as they are: none is an option.
	Raw bool
	// Complete describes what the operands can be, in their order; the last
	// stands for all that follow.
	Complete []Completion

	// Operands, Resolve and Check are called with the operands, in this order;
	// each may be nil. Operands is not called after errors of options; if it is
	// set, Parse ends after it in case of errors. Resolve may replace the
	// source. Check follows the checks of Source. Their errors are reported like
	// errors of options; errors.Join gives each error a line of its own.
	Operands, Resolve, Check func(operands []string) error
}

// Shared is a set of options that tools have in common. Begin is called before
// the arguments are parsed, even if the tool offers few of the options, and Settle
// after; their errors are reported like errors of options.
type Shared interface {
	Begin(inv *Invocation, report func(error))
	Settle() error
}

// Group is a part of the usage text.
type Group struct {
	Heading string
	Options []Option
}

// Option is one option. It may have a short form, a long form or both.
type Option struct {
	Short byte   // 0 if the option has none
	Long  string // "" if the option has none
	Arg   string // name of its argument in the usage text; "" if it takes none
	Text  string // description in the usage text
	Value pflag.Value

	// Default, if not empty, makes the argument of a long option optional: it
	// is what follows =, or else Default.
	Default string

	Complete Completion // what the argument can be

	Hidden   bool // not in the usage text
	LongOnly bool // Short is in the usage text, but not accepted
	Exact    bool // Long cannot be abbreviated, nor makes abbreviations of others ambiguous
}

// Invocation is the run of a program that a command line is parsed for.
type Invocation struct {
	Name    string          // of the program, in messages
	Environ []string        // as of os.Environ
	Release release.Release // of PCP, to reproduce
	Stderr  io.Writer       // for messages while options are parsed
	Flush   func()          // writes what standard output has, before a message; or nil
	// RunNothing keeps options from running the commands that files name, while a
	// command line is only looked at.
	RunNothing bool

	messages message.Printer
}

// LookupEnv returns the value of a variable, the first if Environ has several.
func (v *Invocation) LookupEnv(key string) (string, bool) {
	for _, e := range v.Environ {
		if len(e) > len(key) && e[len(key)] == '=' && e[:len(key)] == key {
			return e[len(key)+1:], true
		}
	}
	return "", false
}

// ErrorTexts returns the texts of status codes of the release to reproduce.
func (v *Invocation) ErrorTexts() libpcp.ErrorTexts {
	return libpcp.ErrorTexts{
		ArchiveLog: !v.Release.Has(release.ArchiveTexts),
		NoErrArg:   !v.Release.Has(release.BadArgumentCode),
		FileType:   v.Release.Has(release.FileTypeErrno),
	}
}

// UnitsNotation returns the notation of units in the release to reproduce.
func (v *Invocation) UnitsNotation() libpcp.UnitsNotation {
	return libpcp.UnitsNotation{NoExtra: !v.Release.Has(release.ExtraUnits)}
}

// options lists all options in order.
func (s *Spec) options() []*Option {
	var all []*Option
	for i := range s.Groups {
		for j := range s.Groups[i].Options {
			all = append(all, &s.Groups[i].Options[j])
		}
	}
	for i := range s.Extra {
		all = append(all, &s.Extra[i])
	}
	return all
}

// note keeps a text for the user until the next Message, or the end of the
// command line (pmprintf(3)).
func (v *Invocation) note(text string) { v.printer().Note(text) }

// Messages returns a writer, each write to which is a Message.
func (v *Invocation) Messages() io.Writer { return v.printer() }

// Message prints the messages kept until now and another text for the user (pmflush(3));
// see [message.Printer].
func (v *Invocation) Message(text string) { v.printer().Print(text) }

func (v *Invocation) printer() *message.Printer {
	p := &v.messages
	p.Name, p.LookupEnv, p.Stderr, p.Flush = v.Name, v.LookupEnv, v.Stderr, v.Flush
	return p
}
