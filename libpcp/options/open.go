package options

import (
	"context"

	"pcptools/libpcp"
)

// An OpenError is a source that cannot be opened. Its text is what PCP's
// tools say.
type OpenError struct {
	What string // what was attempted, in the words of the message
	Err  error
}

func (e *OpenError) Error() string { return e.What + ": " + libpcp.ErrorText(e.Err) }

// Unwrap returns the reason.
func (e *OpenError) Unwrap() error { return e.Err }

// Open opens the source the options ask for; the error is an *[OpenError]. A
// malformed host specification is explained on the invocation's Stderr first.
func (s *Source) Open(ctx context.Context) (*libpcp.Context, error) {
	src, err := s.dial(ctx)
	if err != nil {
		return nil, err
	}
	return libpcp.NewContext(src), nil
}

func (s *Source) dial(ctx context.Context) (libpcp.Source, error) {
	switch s.Kind {
	case Local:
		return nil, &OpenError{"Cannot make standalone connection on localhost", libpcp.ErrNYI}
	case Archive:
		return nil, &OpenError{`Cannot open archive "` + s.Archives + `"`, libpcp.ErrNYI}
	}
	return nil, &OpenError{`Cannot connect to PMCD on host "` + s.Host + `"`, libpcp.ErrNYI}
}

// archiveDir is where pmlogger(1) keeps the archives of this host.
func (s *Source) archiveDir() string { return "/var/log/pcp/pmlogger/" }

func (s *Source) loadNamespace(file string, unique bool) error {
	return &RunError{&OpenError{`Cannot load namespace from "` + file + `"`, libpcp.ErrNYI}}
}

// LoadDerived takes a file or folder of derived metric definitions
// (pmLoadDerivedConfig(3)).
func (s *Source) LoadDerived(path string) error { return libpcp.ErrNYI }
