package options

import (
	"context"
	"io"
	"net"
	"time"

	"pcptools/libpcp/archive"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/pmns"
)

// Setup is what a program says of its source, before [getopt.Spec.Parse].
type Setup struct {
	// LocalFailure is the message if a local context cannot be opened, or "" for
	// the default.
	LocalFailure string
	// Builtin are the agents that local contexts can be made of.
	Builtin []Builtin
	// HighRes is for a tool that samples with nanoseconds, on which one
	// message depends.
	HighRes bool
	// Announce prints a window's note as soon as it is known, so that it comes
	// before a message about the archive. Without it the caller prints it.
	Announce func(note string)
	// TrimNames leaves out of a name-space file the metrics that an archive
	// does not hold (pmTrimNameSpace(3)).
	TrimNames bool

	// Structured is for output in a format that PCP's tools lack, where
	// the run may differ from theirs: a time zone that is none is an error
	// (see [timewindow.Known]), and points in time can be absolute
	// ([timewindow.Parser]).
	Structured bool

	// NetDial opens connections to a pmcd, for tests; nil stands for a net.Dialer.
	NetDial func(ctx context.Context, network, address string) (net.Conn, error)
	// PDU, if not nil, is called for each PDU that is exchanged with a pmcd.
	PDU func(pmcd.PDU)
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
	Namespace string // file of -n or -N, "" if there was none
	// Continues is what the archive is the beginning of, with --follow; nil is nothing.
	Continues *Continuation

	inv         *getopt.Invocation
	amongOthers bool // it is one of several
	agents      agentTable

	loader    pmns.Loader
	names     *pmns.Tree // of Namespace
	derived   *derive.Definitions
	namesOnly bool // no source behind the names
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
