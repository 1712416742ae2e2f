package getopt

import (
	"fmt"
	"io"
	"os"
	"os/exec"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
)

// Note keeps a text for the user until the next Message, or the end of the
// command line (pmprintf(3)).
func (v *Invocation) Note(text string) { v.pending = append(v.pending, text...) }

// take returns what has been noted and not yet been printed.
func (v *Invocation) take() string {
	text := string(v.pending)
	v.pending = nil
	return text
}

// Messages returns a writer, each write to which is a Message.
func (v *Invocation) Messages() io.Writer { return messages{v} }

type messages struct{ *Invocation }

func (m messages) Write(text []byte) (int, error) {
	m.Message(string(text))
	return len(text), nil
}

// Message prints what has been noted and another text for the user
// (pmflush(3)): on standard error, or where PCP_STDERR says.
func (v *Invocation) Message(text string) {
	if text = v.take() + text; text == "" {
		return
	}
	if v.Flush != nil {
		v.Flush()
	}
	place, _ := v.LookupEnv("PCP_STDERR")
	switch place {
	case "":
		io.WriteString(v.Stderr, text)
	case "DISPLAY":
		v.display(text)
	default:
		v.appendTo(place, text)
	}
}

// appendTo appends text to a file, or prints it if that cannot be.
func (v *Invocation) appendTo(file, text string) {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		fmt.Fprintf(v.Stderr, "pmflush: cannot append to file '%s' (from $PCP_STDERR): %s\n%s",
			file, libpcp.ErrorText(err), text)
		return
	}
	io.WriteString(f, text)
	f.Close()
}

// display shows text in a window (pmconfirm(1)), and waits for it to be
// closed. Texts that are not short get a slider.
func (v *Invocation) display(text string) {
	const short = 80
	program := conf.Get("PCP_XCONFIRM_PROG")
	if err := access.Executable(program); err != nil {
		fmt.Fprintf(v.Stderr, "%s: using stderr - cannot access %s: %s\n%s",
			v.Name, program, libpcp.ErrorText(err), text)
		return
	}
	args := []string{"-t", text, "-c", "-B", "OK", "-icon", "info"}
	if len(text) > short {
		args = append(args, "-useslider")
	}
	exec.Command(program, append(args, "-header", "PCP Information")...).Run()
}
