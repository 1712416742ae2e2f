package getopt

import (
	"io"

	"pcptools/libpcp/message"
)

// Note keeps a text for the user until the next Message, or the end of the
// command line (pmprintf(3)).
func (v *Invocation) Note(text string) { v.printer().Note(text) }

// Messages returns a writer, each write to which is a Message.
func (v *Invocation) Messages() io.Writer { return v.printer() }

// Message prints what has been noted and another text for the user
// (pmflush(3)); see [message.Printer].
func (v *Invocation) Message(text string) { v.printer().Print(text) }

func (v *Invocation) printer() *message.Printer {
	p := &v.messages
	p.Name, p.LookupEnv, p.Stderr, p.Flush = v.Name, v.LookupEnv, v.Stderr, v.Flush
	return p
}
