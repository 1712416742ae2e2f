// Package tool is the process around PCP's commands: it gives a [Command] its
// streams, its command line and its exit status. A main function is
//
//	func main() { os.Exit(tool.Main(&probe{})) }
//
// and a test calls [Run] with buffers. Standard output is buffered as C's
// stdio does: by blocks of 4096 bytes, or by lines on a terminal. Error
// messages go to standard error at once, as "NAME: text".
package tool

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
)

// A Command is one of PCP's tools.
type Command interface {
	// Spec describes the command line in a release of PCP. It is called once,
	// before Run.
	Spec(release.Release) *getopt.Spec
	// Run does the work. A nil error is exit status 0; an [Exit] is a status
	// whose reasons have been reported; any other error is printed, and is
	// status 1.
	Run(ctx context.Context, env *Env, operands []string) error
}

// Exit ends the program with a status; nothing more is printed.
type Exit int

func (e Exit) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// A StatusError is an error that is printed like others, but ends the command
// with a status of its own.
type StatusError struct {
	Status int
	Err    error
}

func (e *StatusError) Error() string { return e.Err.Error() }

// Unwrap returns the error.
func (e *StatusError) Unwrap() error { return e.Err }

// Main runs c in this process and returns its exit status.
func Main(c Command) int {
	defaultSignals()
	log.SetOutput(io.Discard) // net/http says there what the tool's user did not ask for
	boundHeap()
	env := processEnv(filepath.Base(os.Args[0]))
	var err error
	if env.Release, err = release.Choose(env.LookupEnv); err != nil {
		return Report(env, err)
	}
	return Run(context.Background(), c, env, os.Args[1:])
}

// Run runs c with the arguments after its name, flushes standard output, and
// returns the exit status.
func Run(ctx context.Context, c Command, env *Env, words []string) int {
	err := execute(ctx, c, env, words)
	env.Progress.End()
	status := 0
	if env.Stdout.Err() == nil {
		status = Report(env, err)
	}
	env.Stdout.Flush()
	if a, ok := c.(Adviser); ok && status != 0 && a.Advice() != "" {
		env.Advise(a.Advice())
	}
	adviseHelp(env, words)
	if err := env.Stdout.Err(); err != nil {
		env.Say("cannot write standard output: " + libpcp.ErrorText(err))
		return 2
	}
	if s, ok := c.(StrictCommand); ok {
		s := s.Strictness()
		if text := s.unmet(err); text != "" {
			env.Explain(s, text)
		}
		return s.status(err, status)
	}
	return status
}

// run reads the command line and does the work.
func run(ctx context.Context, c Command, spec *getopt.Spec, env *Env, words []string) error {
	operands, err := parse(spec, env, words)
	if err != nil {
		return err
	}
	if s, ok := c.(StrictCommand); ok && s.Strictness().on {
		env.Stdout.Check()
	}
	return c.Run(ctx, env, operands)
}

func parse(spec *getopt.Spec, env *Env, words []string) (operands []string, err error) {
	if spec.Raw {
		if len(words) == 1 && words[0] == "--build-info" {
			return nil, showBuild(env)
		}
		return words, nil
	}
	if err := OpensFiles(); err != nil {
		return nil, err
	}
	var asked bool
	spec.Extra = append(spec.Extra, buildInfoOption(&asked), helpAllOption(new(bool)))
	operands, err = spec.Parse(env.invocation(), words)
	err = suggested(spec, env, words, err)
	if asked {
		return nil, showBuild(env)
	}
	return operands, err
}

// OpensFiles is called before a command opens a file or a connection; a command
// that parses its own command line calls it itself. It fails if the process has
// too few file descriptors.
func OpensFiles() error { return reservePoller() }

// Report prints the error of a command, and returns its exit status.
func Report(e *Env, err error) int {
	if err == nil {
		return 0
	}
	var status Exit
	var exit *getopt.Exit
	var run *getopt.RunError
	var other *StatusError
	switch {
	case errors.As(err, &other):
		Report(e, other.Err)
		return other.Status
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &exit):
		e.invocation().Message(exit.Text)
		return exit.Status
	case errors.As(err, &run):
		inv := e.invocation()
		inv.Flush = nil // it comes ahead of a note on the time zone
		inv.Message(e.Name + ": " + e.ErrorTexts().Message(err) + "\n")
		return 1
	}
	e.Say(e.ErrorTexts().Message(err))
	var a Adviser
	if errors.As(err, &a) && a.Advice() != "" {
		e.Advise(a.Advice())
	}
	return 1
}

// Say writes a message to standard error, after the name of the tool.
func (e *Env) Say(message string) { fmt.Fprintf(e.Stderr, "%s: %s\n", e.Name, message) }
