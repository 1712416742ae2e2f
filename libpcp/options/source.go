package options

import (
	"context"
	"io"
	"net"
	"time"

	"pcptools/libpcp/archive"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/internal/conf"
)

// Setup is what a program says of its source, before [getopt.Spec.Parse].
type Setup struct {
	// LocalFailure is the message if a local context cannot be opened, or "" for
	// the default.
	LocalFailure string
	// Builtin are the agents that local contexts can be made of.
	Builtin []Builtin
	// Announce prints a window's note as soon as it is known, so that it comes
	// before a message about the archive. Without it the caller prints it.
	Announce func(note string)
	// TrimNames leaves out of a name-space file the metrics that an archive
	// does not hold (pmTrimNameSpace(3)).
	TrimNames bool
	// NetDial opens connections to a pmcd, for tests; nil stands for a net.Dialer.
	NetDial func(ctx context.Context, network, address string) (net.Conn, error)
	// AnswerTimeout is how long an answer of a pmproxy may take; 0 is what
	// PMCD_REQUEST_TIMEOUT says, or else ten seconds, and a minute about series.
	AnswerTimeout time.Duration
	// DescsTogether is for a tool that asks for the descriptors of several
	// metrics together, which -D pdu shows.
	DescsTogether bool
}

// Source holds the values of the common options, in groups, and opens the source
// of metrics that they choose. A program embeds one, and lists the options that it
// offers; it reads the groups after [getopt.Spec.Parse].
type Source struct {
	Setup
	Choice
	Timing
	Debugging
	Naming
	// Continues is what the archive is the beginning of, with --follow; nil is nothing.
	Continues *Continuation

	inv         *getopt.Invocation
	amongOthers bool // it is one of several
	agents      agentTable
}

// lookupEnv looks up a variable as options have changed it.
func (s *Source) lookupEnv(name string) (value string, ok bool) {
	if name == "PCP_CONTAINER" {
		return s.Container, s.contained || s.Container != ""
	}
	return s.inv.LookupEnv(name)
}

// Setting is a variable of the environment or of pcp.conf, "" if it is not set.
func (s *Source) Setting(name string) string { return s.settings().Get(name) }

// settings are PCP's, of the environment of the invocation and of pcp.conf.
func (s *Source) settings() conf.Env { return s.lookupEnv }

// Warn reports an error of an option that does not end the run, while the
// options are parsed.
func (s *Source) Warn(text string) {
	io.WriteString(s.inv.Stderr, s.inv.Name+": "+text+"\n")
}

// A Continuation is a history whose beginning is an archive.
type Continuation struct {
	First, Last time.Time // the times of values between which the window is placed
	// Until and More are those of [archive.Options].
	Until time.Time
	More  func(context.Context) (archive.Continuation, error)
}

// SpecLocalOption is -K, --spec-local.
func (s *Source) SpecLocalOption() getopt.Option {
	return getopt.Option{Short: 'K', Long: "spec-local", Arg: "SPEC",
		Text: "optional additional PMDA spec for local connection", Value: getopt.Func(func(text string) error { return s.agents.change(text) })}
}
