package options

import (
	"errors"

	"pcptools/libpcp/getopt"
)

// Begin reads the variables.
func (s *Source) Begin(inv *getopt.Invocation, report func(error)) {
	s.inv, s.Timing.inv, s.Debugging.inv, s.debug = inv, inv, inv, &s.Debugging
	s.agents = agentTable{inv: inv, builtin: s.Builtin, settings: s.settings(), debug: s.debug}
	s.Container, s.contained = inv.LookupEnv("PCP_CONTAINER")
	s.environment(report)
}

// Settle determines the kind of source, and checks that the options can be
// combined.
func (s *Source) Settle() error {
	s.Kind = s.kind()
	errs := []error{s.checkSeveral(s.Tracing()), s.checkSeries(), s.checkFollow(s.Series)}
	if s.Kind != Archive && (s.Times.Origin != nil || s.Times.Start != nil || s.Times.Align != nil) {
		errs = append(errs, errors.New("time window options are supported for archives only"))
	}
	if s.HostZone && s.Kind != Archive && s.Kind != Host {
		errs = append(errs, errors.New("use of timezone from metric source requires a source"))
	}
	return errors.Join(errs...)
}

func (s *Source) kind() Kind {
	kind := s.chosen()
	if kind == Undecided && s.Times.Origin != nil {
		s.Archives = archiveDir(s.settings())
		return Archive
	}
	return kind
}

// Replace replaces the source that options have named by the source of an operand,
// if both are of the same kind or the operand names a local context.
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
