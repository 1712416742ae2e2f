// Package message prints messages for the user of a program: on standard
// error, or where PCP_STDERR sends them (pmprintf(3), pmflush(3)).
//
//	m := message.Printer{Name: "prog"}
//	m.Note("some of it, ")
//	m.Print("and the rest\n")
package message

import (
	"fmt"
	"io"
	"os"
	"os/exec"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
)

// A Printer prints messages. It is an io.Writer, each write to which is a
// message. Its zero value is ready for use.
type Printer struct {
	Name string // of the program
	// LookupEnv looks up variables; nil is os.LookupEnv.
	LookupEnv func(name string) (value string, ok bool)
	Stderr    io.Writer // nil is os.Stderr
	Flush     func()    // is called before a message is printed; or nil

	noted []byte
}

// Note keeps a text until the next Print (pmprintf(3)).
func (p *Printer) Note(text string) { p.noted = append(p.noted, text...) }

// Take returns the texts of Note, which are then not printed.
func (p *Printer) Take() string {
	text := string(p.noted)
	p.noted = nil
	return text
}

// Write prints a message, as Print does. It does not fail.
func (p *Printer) Write(text []byte) (int, error) {
	p.Print(string(text))
	return len(text), nil
}

// Print prints the texts of Note and another text (pmflush(3)): on Stderr, in
// the file that PCP_STDERR names, or in a window if PCP_STDERR is DISPLAY.
func (p *Printer) Print(text string) {
	if text = p.Take() + text; text == "" {
		return
	}
	if p.Flush != nil {
		p.Flush()
	}
	place, _ := p.env().Var("PCP_STDERR")
	switch place {
	case "":
		io.WriteString(p.stderr(), text)
	case "DISPLAY":
		p.display(text)
	default:
		p.appendTo(place, text)
	}
}

func (p *Printer) env() conf.Env { return p.LookupEnv }

func (p *Printer) stderr() io.Writer {
	if p.Stderr == nil {
		return os.Stderr
	}
	return p.Stderr
}

// appendTo appends text to a file, or prints it if that cannot be.
func (p *Printer) appendTo(file, text string) {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		fmt.Fprintf(p.stderr(), "pmflush: cannot append to file '%s' (from $PCP_STDERR): %s\n%s",
			file, libpcp.ErrorText(err), text)
		return
	}
	io.WriteString(f, text)
	f.Close()
}

// display shows text in a window (pmconfirm(1)), and waits for it to be
// closed. Texts that are not short get a slider.
func (p *Printer) display(text string) {
	const short = 80
	program := p.env().Get("PCP_XCONFIRM_PROG")
	if err := access.Executable(program); err != nil {
		fmt.Fprintf(p.stderr(), "%s: using stderr - cannot access %s: %s\n%s",
			p.Name, program, libpcp.ErrorText(err), text)
		return
	}
	args := []string{"-t", text, "-c", "-B", "OK", "-icon", "info"}
	if len(text) > short {
		args = append(args, "-useslider")
	}
	exec.Command(program, append(args, "-header", "PCP Information")...).Run()
}
