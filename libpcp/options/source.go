package options

import (
	"errors"
	"os"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/pmns"
	"pcptools/libpcp/timewindow"
)

// Kind is a kind of source.
type Kind int

// The kinds.
const (
	Undecided Kind = iota // no option names a source: the pmcd on this host
	Host
	Archive
	Local
)

// Source holds the values of the common options: the source of metrics, and
// the times of interest, as text, since their meaning depends on the source. A
// tool embeds one, and lists the options that it offers. A tool sets the upper
// fields before [getopt.Spec.Parse], and reads the others after it.
type Source struct {
	// LocalFailure is the message if a local context cannot be opened;
	// there is a default.
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

	// Structured is for output in a format that the genuine tools lack, where
	// the run may differ from theirs: a time zone that is none is an error
	// (see [timewindow.Known]), and points in time can be absolute
	// ([timewindow.Parser]).
	Structured bool

	// NewTracer returns the tracer for the options in set, which may grow
	// later; nil traces nothing.
	NewTracer func(inv *getopt.Invocation, set *getopt.DebugSet) libpcp.Tracer
	// PDU, if not nil, is called for each PDU that is exchanged with a pmcd.
	PDU func(pmcd.PDU)
	// SeriesTimeout is how long an answer about series may take; 0 is a minute.
	SeriesTimeout time.Duration
	// DescsTogether is for a tool that asks for the descriptors of several
	// metrics together, which -D pdu shows.
	DescsTogether bool

	Kind      Kind
	Host      string // host specification as given, for Kind Host
	Archives  string // names, comma separated, for Kind Archive
	Series    string // query or identifier of --series, or ""
	Namespace string // file of -n or -N, "" if there was none
	Container string // --container or PCP_CONTAINER

	Zone     *string // -Z; nil unless given, as below
	HostZone bool    // -z
	Times    timewindow.Options
	Interval *timewindow.Interval // -t
	Samples  *int                 // -s
	GUIMode  bool                 // -g
	GUIPort  *string              // -p

	inv            *getopt.Invocation
	host           *string
	contained      bool // Container is given, if only as ""
	archived       bool
	replaced       string // the archives of options, if an operand has replaced them
	local          bool
	several        several        // --hosts, --archives
	amongOthers    bool           // it is one of those
	counted        map[string]int // samples by metric
	debug          getopt.DebugSet
	debugComplaint string // about PCP_DEBUG, which every program of the run has
	agents         []LocalAgent
	agentsLoaded   bool
	daemons        []local.Agent // those among the agents of the context

	loader    pmns.Loader
	names     *pmns.Tree // of Namespace
	derived   *derive.Definitions
	namesOnly bool        // there is nothing behind the names
	fetches   *fetchTrace // or nil
	tracing   libpcp.Tracer
}

// Begin reads the variables.
func (s *Source) Begin(inv *getopt.Invocation, report func(error)) {
	s.inv = inv
	s.Container, s.contained = inv.LookupEnv("PCP_CONTAINER")
	s.environment(report)
}

// Settle determines the kind of source, and checks that the options can be
// combined.
func (s *Source) Settle() error {
	s.Kind = s.kind()
	t := &s.Times
	errs := []error{s.checkSeveral(), s.checkSeries()}
	if s.Kind != Archive && (t.Origin != nil || t.Start != nil || t.Align != nil) {
		errs = append(errs, errors.New("time window options are supported for archives only"))
	}
	if s.HostZone && s.Kind != Archive && s.Kind != Host {
		errs = append(errs, errors.New("use of timezone from metric source requires a source"))
	}
	return errors.Join(errs...)
}

// OnHost reports whether the source is a pmcd, or a pmproxy: this host's pmcd if no
// option names a source.
func (s *Source) OnHost() bool { return s.Kind == Host || s.Kind == Undecided }

func (s *Source) kind() Kind {
	switch {
	case s.Several():
		return s.several.kind
	case s.Series != "":
		return Archive
	case s.local:
		return Local
	case s.host != nil:
		return Host
	case s.archived:
		return Archive
	case s.Times.Origin != nil:
		s.Archives = s.archiveDir()
		return Archive
	}
	return Undecided
}

var (
	errHostAndArchive   = errors.New("only one host or archive allowed")
	errHostsAndArchives = errors.New("only one of hosts or archives allowed")
)

// AddArchive adds a list of archives, as -a does. A list that is contained in
// what was given already adds nothing.
func (s *Source) AddArchive(names string) error {
	switch {
	case s.host != nil:
		return errHostAndArchive
	case !s.archived:
		s.archived, s.Archives = true, names
	case !mentions(s.Archives, names):
		s.Archives += "," + names
	}
	return nil
}

// mentions reports whether names are part of a list, as far as the first place
// tells where the text occurs.
func mentions(list, names string) bool {
	before, after, found := strings.Cut(list, names)
	return found && (before == "" || strings.HasSuffix(before, ",")) && (after == "" || after[0] == ',')
}

// SetHost sets the host, as -h does.
func (s *Source) SetHost(spec string) error {
	switch {
	case s.archived:
		return errHostAndArchive
	case s.host != nil:
		return errors.New("too many hosts requested: " + spec)
	}
	s.host, s.Host = &spec, spec
	return nil
}

// addArchiveList and setHostList are AddArchive and SetHost for the variables
// that hold lists.
func (s *Source) addArchiveList(names string) error {
	if s.host != nil {
		return errHostsAndArchives
	}
	return s.AddArchive(names)
}

func (s *Source) setHostList(specs string) error {
	if s.archived {
		return errHostsAndArchives
	}
	hosts := strings.FieldsFunc(specs, func(r rune) bool { return r == ',' })
	if len(hosts) > 0 && s.host == nil {
		s.host, s.Host = &hosts[0], hosts[0]
		hosts = hosts[1:]
	}
	if len(hosts) > 0 {
		return errors.New("too many hosts requested: " + specs)
	}
	return nil
}

// Replace replaces the source that options have named by that of an operand,
// if both are of the same kind or the operand's is a local context.
func (s *Source) Replace(kind Kind, name string) error {
	archive := s.archived || s.host == nil && s.Times.Origin != nil // -O means one
	switch {
	case kind == Local:
		s.local = true
	case kind == Host && !archive:
		s.host, s.Host = &name, name
	case kind == Archive && s.host == nil:
		s.replaced = s.Archives
		s.archived, s.Archives = true, name
	default:
		return errHostAndArchive
	}
	return nil
}

// Default sets the host to use if options have named no source. Unlike the
// pmcd that is used otherwise, it has a time zone.
func (s *Source) Default(host string) {
	if s.kind() == Undecided {
		s.host, s.Host = &host, host
	}
}

func (s *Source) setLocal(string) error {
	s.local = true
	return nil
}

func (s *Source) setContainer(name string) error {
	s.Container, s.contained = name, true
	return nil
}

// lookupEnv looks up a variable as options have changed it.
func (s *Source) lookupEnv(name string) (value string, ok bool) {
	if name == "PCP_CONTAINER" {
		return s.Container, s.contained || s.Container != ""
	}
	if s.inv == nil { // nothing has been read yet
		return os.LookupEnv(name)
	}
	return s.inv.LookupEnv(name)
}

// settings are PCP's, of the environment of the invocation and of pcp.conf.
func (s *Source) settings() conf.Env { return s.lookupEnv }
