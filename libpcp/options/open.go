package options

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/internal/rest"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/pmns"
	"pcptools/libpcp/pmproxy"
	"pcptools/libpcp/timewindow"
)

// Open opens the source the options ask for, with derived metrics
// (pmNewContext(3)). The error is or wraps an *[OpenError], unless the file of
// PCP's settings cannot be used; a malformed host specification has been
// explained on the invocation's Stderr before.
func (s *Source) Open(ctx context.Context) (*libpcp.Context, error) {
	if err := s.settings().Check(); err != nil {
		return nil, err
	}
	src, err := s.open(ctx)
	if missing := conf.Missing(); missing != nil {
		err = s.missingConf(missing)
	} else if err != nil {
		err = s.openError(err)
	}
	if err != nil {
		if src != nil {
			src.Close()
		}
		return nil, err
	}
	return libpcp.NewContext(src), nil
}

// openError is the error of a source that cannot be opened.
func (s *Source) openError(err error) error {
	var dial *pmcd.DialError
	if s.Structured && errors.As(err, &dial) { // PCP has one code for all
		err = dial.Cause()
	}
	return &OpenError{s.failure(), err}
}

func (s *Source) open(ctx context.Context) (libpcp.Source, error) {
	kind, name := Host, s.hostSpec()
	switch s.Kind {
	case Local:
		kind, name = Local, ""
	case Archive:
		kind, name = Archive, s.Archives
	}
	if kind == Host && name == "" { // which to pcp.Open is the pmcd on this host
		return nil, libpcp.ErrNotHost
	}
	opener, err := s.opener(kind)
	if err != nil {
		return nil, err
	}
	src, err := opener.Source(ctx, kind, name)
	if err != nil {
		explain(s.inv, err, s.Structured)
		return nil, err
	}
	return s.traceFetches(src), nil
}

// explain prints what libpcp (C) says of an error besides its text, and what a
// pmproxy or the network does where the text says little.
func explain(inv *getopt.Invocation, err error, structured bool) {
	var spec *pmcd.HostSpecError
	var address *pmproxy.AddressError
	var proxy *pmproxy.Error
	switch {
	case errors.As(err, &spec) && structured && rest.Redact(spec.Spec) != spec.Spec:
		masked := pmcd.HostSpecError{Spec: rest.Redact(spec.Spec), Reason: spec.Reason, Code: spec.Code}
		inv.Message(inv.Name + ": " + masked.Error() + "\n")
	case errors.As(err, &spec):
		inv.Message(spec.Text())
	case errors.Is(err, archive.ErrNoneReadable):
		notify(inv, "Error", "initarchive: all archives are corrupt/unreadable")
	case errors.As(err, &address), errors.As(err, &proxy) && vague(proxy.Code):
		inv.Message(inv.Name + ": " + err.Error() + "\n")
	}
}

// vague reports whether the text of a code says little.
func vague(code libpcp.Error) bool {
	return code == libpcp.ErrTLS || code == libpcp.ErrIPC || code == libpcp.ErrGeneric
}

// missingConf ends a tool that cannot do without the file of PCP's settings
// that the environment names.
func (s *Source) missingConf(err error) error {
	if s.Kind == Local {
		return s.openError(libpcp.ErrGeneric)
	}
	var m *conf.MissingError
	errors.As(err, &m)
	fmt.Fprintf(s.inv.Stderr, "FATAL PCP ERROR: could not open config file \"%s\" : %s\n"+
		"You may need to set PCP_CONF or PCP_DIR in your environment.\n", m.Path, libpcp.ErrorText(m.Err))
	return &getopt.Exit{Status: 1}
}

func (s *Source) failure() string {
	switch {
	case s.Kind == Archive:
		return `Cannot open archive "` + s.Archives + `"`
	case s.Kind != Local:
		spec := withoutPassword(s.hostSpec())
		if s.Structured {
			spec = rest.Redact(spec)
		}
		return `Cannot connect to PMCD on host "` + spec + `"`
	case s.LocalFailure != "":
		return s.LocalFailure
	}
	return "Cannot make standalone connection on localhost"
}

// archiveDir is where pmlogger(1) keeps the archives of this host.
func archiveDir(settings conf.Env) string {
	dir, ok := settings.Lookup("PCP_ARCHIVE_DIR")
	if !ok {
		dir = "/var/log/pcp/pmlogger"
	}
	name, _ := os.Hostname()
	return strings.Join([]string{dir, name}, "/")
}

// traceFetches traces the results of a source if -D fetch asks for it.
func (s *Source) traceFetches(src libpcp.Source) libpcp.Source {
	if !s.traces("fetch") {
		return src
	}
	s.fetches = &fetchTrace{
		Source: src, tracer: s.Tracer(), names: libpcp.NewContext(src), zone: timewindow.LocalZone(s.lookupEnv),
		host: s.OnHost(), learns: s.Kind != Local,
	}
	return s.fetches
}

// NamesOnly returns a context that has only the names of the name-space file,
// or nil if no file, or a source too, was given.
func (s *Source) NamesOnly() *libpcp.Context {
	if s.names == nil || s.Kind != Undecided {
		return nil
	}
	s.namesOnly = true
	return libpcp.NewContext(derive.Wrap(pmns.NamesOnly(s.names), s.definitions(), derive.NamesOnly()))
}

// Leaving traces, for -D context, that a run ends whose source is open.
func (s *Source) Leaving() {
	if s.Kind == Local && s.traces("context") {
		s.agents.leaving()
	}
}
