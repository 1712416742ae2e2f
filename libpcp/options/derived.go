package options

import (
	"pcptools/libpcp"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
)

// LoadDerived loads the definitions of derived metrics in a file or directory,
// after those of the site (pmLoadDerivedConfig(3)).
func (s *Source) LoadDerived(path string) error { return s.definitions().Load(path) }

// definitions returns the derived metrics of the run.
func (s *Source) definitions() *derive.Definitions {
	s.byHand()
	if s.derived == nil {
		s.derived = derive.New(s.inv.Messages())
		s.derived.SetDialect(dialect(s.inv))
		s.derived.SetTracer(s.tracer(), s.namesOnly && s.inv.Release.Has(release.SiteDerivedLast))
		if path, ok := s.inv.LookupEnv("PCP_INDOM_CONFIG"); ok && s.inv.Release.Has(release.IndomConfig) {
			s.derived.EquateIndoms(path, func(problem string) { s.notify("Error", problem) })
		}
		s.siteDerived()
	}
	return s.derived
}

// siteDerived takes the definitions of the site, when they are asked for: at
// once if variables about them are set, since they may then be wrong.
func (s *Source) siteDerived() {
	settings, controlled := s.inv.LookupEnv("PCP_DERIVED_CONTROL")
	if controlled {
		s.derived.Control(settings)
	}
	if path, ok := s.inv.LookupEnv("PCP_DERIVED_CONFIG"); ok {
		s.derived.LoadOnWrap(path)
		return
	}
	dir, _ := s.settings().Need("PCP_VAR_DIR")
	s.derived.Defer(dir + "/config/derived")
	if controlled && s.inv.Release.Has(release.DerivedControl) {
		s.derived.Hasten()
	}
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

// withDerived adds the derived metrics of the run to a source.
func (s *Source) withDerived(src libpcp.Source, options ...derive.Option) libpcp.Source {
	definitions := s.definitions()
	definitions.Retrace() // an option may have come after definitions
	if s.names != nil || s.Kind == Local {
		options = append(options, derive.LocalNames())
	}
	return derive.Wrap(src, definitions, options...)
}
