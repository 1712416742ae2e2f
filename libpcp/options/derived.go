package options

import (
	"fmt"

	"pcptools/libpcp"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
)

// LoadDerived takes the definitions of derived metrics in a file or folder,
// after those of the site (pmLoadDerivedConfig(3)).
func (s *Source) LoadDerived(path string) error { return s.definitions().Load(path) }

// definitions returns the derived metrics of the run.
func (s *Source) definitions() *derive.Definitions {
	s.byHand()
	if s.derived == nil {
		s.derived = derive.New(s.inv.Messages())
		s.derived.SetDialect(dialect(s.inv))
		switch {
		case !s.Debugging("derive"):
		case s.namesOnly && s.inv.Release.Has(release.SiteDerivedLast):
			s.derived.TraceNames(s.inv.Stderr, s.derivedTrace())
		default:
			s.derived.Trace(s.inv.Stderr, s.derivedTrace())
		}
		if path, ok := s.inv.LookupEnv("PCP_INDOM_CONFIG"); ok && s.inv.Release.Has(release.IndomConfig) {
			s.derived.EquateIndoms(path, func(problem string) { s.notify("Error", problem) })
		}
		if settings, ok := s.inv.LookupEnv("PCP_DERIVED_CONTROL"); ok {
			s.derived.Control(settings)
		}
		if path, ok := s.inv.LookupEnv("PCP_DERIVED_CONFIG"); ok {
			s.derived.LoadOnWrap(path)
		} else {
			dir, _ := s.settings().Need("PCP_VAR_DIR")
			s.derived.Defer(dir + "/config/derived")
		}
	}
	return s.derived
}

// dialect is how the release to reproduce understands derived metrics.
func dialect(inv *getopt.Invocation) derive.Dialect {
	r := inv.Release
	return derive.Dialect{
		NoNovalue:     !r.Has(release.DerivedNovalue),
		NameArguments: !r.Has(release.DerivedOfExpression),
		WrappedRates:  !r.Has(release.CounterRestart),
		ListUnbound:   !r.Has(release.UnboundDerivedHidden),
		NoIndomTag:    !r.Has(release.DerivedIndom),
		BareNovalue:   !r.Has(release.NovalueDefaults),
		NoControl:     !r.Has(release.DerivedControl),
		DeferredFirst: !r.Has(release.SiteDerivedLast),
		NullForAgents: !r.Has(release.NullMetricRefused),
		Units:         inv.UnitsNotation(),
	}
}

func (s *Source) derivedTrace() derive.Trace {
	return derive.Trace{Parsing: s.Debugging("appl0"), Binding: s.Debugging("appl1"), Values: s.Debugging("appl2"), Texts: s.inv.ErrorTexts()}
}

// Closing tells, if -D asks for it, that a source is given up.
func (s *Source) Closing() {
	if s.derived != nil {
		s.derived.Closing()
	}
	if s.Debugging("context") {
		fmt.Fprintln(s.inv.Stderr, "pmDestroyContext(0) -> 0, curr_handle=-1")
	}
}

// withDerived adds the derived metrics of the run to a source.
func (s *Source) withDerived(src libpcp.Source, options ...derive.Option) libpcp.Source {
	definitions := s.definitions()
	if s.Debugging("derive") { // perhaps an option that came after definitions
		definitions.TraceOn(s.inv.Stderr, s.derivedTrace())
	}
	if s.names != nil || s.Kind == Local {
		options = append(options, derive.LocalNames())
	}
	return derive.Wrap(src, definitions, options...)
}
