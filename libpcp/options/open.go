package options

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/internal/rest"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/pmproxy"
	"pcptools/libpcp/timewindow"
)

// An OpenError is a file or source that cannot be used. Its text is the
// message of PCP's tools, see libpcp.ErrorTexts.Message.
type OpenError struct {
	Failure string // what could not be done, as the message begins
	Err     error
}

func (e *OpenError) Error() string { return e.Text(libpcp.ErrorTexts{}) }

// Text implements [libpcp.CodedError].
func (e *OpenError) Text(t libpcp.ErrorTexts) string {
	if p := (*pmcd.ProtectionError)(nil); errors.As(e.Err, &p) {
		return e.Failure + ": " + p.Reason
	}
	return e.Failure + ": " + t.Of(e.Err)
}

// Unwrap returns the reason.
func (e *OpenError) Unwrap() error { return e.Err }

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
		s.explain(err)
		return nil, err
	}
	return s.traceFetches(src), nil
}

// explain prints what libpcp (C) says of an error besides its text, and what a
// pmproxy or the network does where the text says little.
func (s *Source) explain(err error) {
	var spec *pmcd.HostSpecError
	var address *pmproxy.AddressError
	var proxy *pmproxy.Error
	switch {
	case errors.As(err, &spec) && s.Structured && rest.Redact(spec.Spec) != spec.Spec:
		masked := pmcd.HostSpecError{Spec: rest.Redact(spec.Spec), Reason: spec.Reason, Code: spec.Code}
		s.inv.Message(s.inv.Name + ": " + masked.Error() + "\n")
	case errors.As(err, &spec):
		s.inv.Message(spec.Text())
	case errors.Is(err, archive.ErrNoneReadable):
		notify(s.inv, "Error", "initarchive: all archives are corrupt/unreadable")
	case errors.As(err, &address), errors.As(err, &proxy) && vague(proxy.Code):
		s.inv.Message(s.inv.Name + ": " + err.Error() + "\n")
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

// hostSpec is the host option's argument, or the pmcd on this host.
func (s *Source) hostSpec() string {
	if s.Kind == Undecided {
		return "local:"
	}
	return s.Host
}

func (s *Source) failure() string {
	switch {
	case s.Kind == Archive:
		return `Cannot open archive "` + s.Archives + `"`
	case s.Kind != Local:
		spec := WithoutPassword(s.hostSpec())
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
func (s *Source) archiveDir() string {
	dir, ok := s.settings().Lookup("PCP_ARCHIVE_DIR")
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
		Source: src, tracer: s.tracer(), names: libpcp.NewContext(src), zone: timewindow.LocalZone(s.lookupEnv),
		host: s.OnHost(), learns: s.Kind != Local,
	}
	return s.fetches
}
