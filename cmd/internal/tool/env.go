package tool

import (
	"io"
	"os"
	"sync/atomic"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
)

// Env is a command's access to its process.
type Env struct {
	Name    string   // last component of argv[0], for messages
	Args    []string // as of os.Args
	Stdin   io.Reader
	Stdout  *Output
	Stderr  io.Writer
	Environ []string // as of os.Environ
	// Release is the release of PCP to reproduce.
	Release release.Release
	// Progress shows what a slow command is doing; nil without a terminal.
	Progress *Progress

	screen  *os.File                // the process's own standard output
	console *os.File                // its standard error, if that is a terminal
	advised string                  // the last line of advice
	remove  *atomic.Pointer[func()] // what [Env.BeforeEnd] has registered
}

// LookupEnv returns the value of an environment variable, and whether it is
// set at all.
func (e *Env) LookupEnv(key string) (string, bool) { return e.invocation().LookupEnv(key) }

// ErrorTexts words status codes as the release to reproduce does.
func (e *Env) ErrorTexts() libpcp.ErrorTexts { return e.invocation().ErrorTexts() }

// ErrorText is the text of the code in err; see [Env.ErrorTexts].
func (e *Env) ErrorText(err error) string { return e.ErrorTexts().Of(err) }

// UnitsNotation is how the release to reproduce writes units.
func (e *Env) UnitsNotation() libpcp.UnitsNotation { return e.invocation().UnitsNotation() }

func (e *Env) invocation() *getopt.Invocation {
	inv := &getopt.Invocation{Name: e.Name, Environ: e.Environ, Release: e.Release, Stderr: e.Stderr}
	if e.Stdout != nil {
		inv.Flush = e.Stdout.Flush
	}
	return inv
}
