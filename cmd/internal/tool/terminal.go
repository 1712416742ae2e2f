package tool

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/mattn/go-isatty"
)

// processEnv is the environment of this process.
func processEnv(name string) *Env {
	e := &Env{
		Name:    name,
		Args:    os.Args,
		Stdin:   os.Stdin,
		Stdout:  NewOutput(os.Stdout, isatty.IsTerminal(os.Stdout.Fd())),
		Stderr:  os.Stderr,
		Environ: os.Environ(),
		screen:  os.Stdout,
	}
	if isatty.IsTerminal(os.Stderr.Fd()) {
		e.talk(os.Stderr)
		e.console = os.Stderr
	}
	return e
}

// talk makes w, a terminal, the standard error. Output that may appear on a
// terminal, too, shares it.
func (e *Env) talk(w io.Writer) {
	e.Progress = &Progress{name: e.Name, w: w}
	e.Stderr = guarded{e.Progress, w}
	if !e.toFile() {
		e.Stdout.guard = e.Progress
	}
}

// toFile reports whether Stdout is a file, which is not read while it is written.
func (e *Env) toFile() bool {
	if e.screen == nil {
		return false
	}
	info, err := e.screen.Stat()
	return err == nil && info.Mode().IsRegular()
}

// Columns is the width of the terminal that Stdout is, if it is one.
func (e *Env) Columns() (columns int, ok bool) {
	if !e.Stdout.lines || e.screen == nil {
		return 0, false
	}
	if columns, _ = terminalSize(e.screen); columns <= 0 {
		columns = 80
	}
	return columns, true
}

// Size is the size of the terminal at Stdout. If Stdout is no terminal, the width
// is COLUMNS, or else a common size.
func (e *Env) Size() (columns, rows int) {
	if e.Stdout.lines && e.screen != nil {
		columns, rows = terminalSize(e.screen)
	} else if text, _ := e.LookupEnv("COLUMNS"); text != "" {
		n, _ := strconv.Atoi(text)
		columns = min(n, maxColumns)
	}
	if columns <= 0 {
		columns = 80
	}
	if rows <= 0 {
		rows = 24
	}
	return columns, rows
}

// maxColumns is the largest width that COLUMNS can give.
const maxColumns = 10000

// Moves reports whether Stdout is a terminal whose cursor can be moved.
func (e *Env) Moves() bool {
	term, _ := e.LookupEnv("TERM")
	_, terminal := e.Columns()
	return terminal && term != "" && term != "dumb"
}

// Unicode reports whether the locale has more characters than ASCII.
func (e *Env) Unicode() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale, _ := e.LookupEnv(name); locale != "" {
			locale = strings.ToLower(locale)
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return false
}

// People is Stdout, for output that people read: ellipses are ">" on a terminal
// whose locale has ASCII only.
func (e *Env) People() io.Writer {
	if _, terminal := e.Columns(); terminal && !e.Unicode() {
		return asciiOutput{e.Stdout}
	}
	return e.Stdout
}

// asciiOutput writes ">" in place of ellipses, which are as wide.
type asciiOutput struct{ *Output }

func (o asciiOutput) Write(p []byte) (int, error) {
	if _, err := o.Output.Write(bytes.ReplaceAll(p, []byte("…"), []byte(">"))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// WriteString implements [io.StringWriter].
func (o asciiOutput) WriteString(s string) (int, error) { return o.Write([]byte(s)) }

// Bold reports whether text on Stdout may be emphasized: on a terminal that
// can, unless the user wants it plain (https://no-color.org).
func (e *Env) Bold() bool {
	plain, _ := e.LookupEnv("NO_COLOR")
	return plain == "" && e.Moves()
}

// Advise prints a line of advice if standard error is a terminal, wrapped between
// words, and not twice in a row.
func (e *Env) Advise(line string) {
	if e.Progress != nil && line != e.advised {
		e.advised = line
		e.Stdout.Flush()
		io.WriteString(e.Stderr, e.Wrapped(line))
	}
}

// Explain prints why an output is empty: to a user at a terminal, and whoever
// wants to know strictly.
func (e *Env) Explain(strict *Strict, text string) {
	if e.Progress != nil || strict.On() {
		e.Stdout.Flush()
		io.WriteString(e.Stderr, e.Wrapped(e.Name+": "+text))
	}
}

// Quietly runs do, which gathers advice; a user at a terminal sees nothing of
// its problems.
func (e *Env) Quietly(do func()) {
	if e.Progress != nil {
		e.Progress.quiet.Store(true)
		defer e.Progress.quiet.Store(false)
	}
	do()
}

// An Adviser is an error, or a command that failed, with a line of advice for a user
// at a terminal; "" if it has none.
type Adviser interface{ Advice() string }
