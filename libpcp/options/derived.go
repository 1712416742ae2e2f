package options

import (
	"pcptools/libpcp/derive"
	"pcptools/libpcp/release"
)

// LoadDerived loads the definitions of derived metrics in a file or directory,
// after the definitions of the site (pmLoadDerivedConfig(3)).
func (s *Source) LoadDerived(path string) error { return s.definitions().Load(path) }

// definitions returns the derived metrics of the run.
func (s *Source) definitions() *derive.Definitions {
	if s.derived == nil {
		s.derived = derive.New(s.inv.Messages())
		s.derived.SetRelease(s.inv.Release)
		s.derived.SetTracer(s.tracer(), s.namesOnly && s.inv.Release.Has(release.SiteDerivedLast))
		if path, ok := s.inv.LookupEnv("PCP_INDOM_CONFIG"); ok && s.inv.Release.Has(release.IndomConfig) {
			s.derived.EquateIndoms(path, func(problem string) { notify(s.inv, "Error", problem) })
		}
		s.derived.Site(s.lookupEnv)
	}
	return s.derived
}

// Closing traces that a source is closed, for -D derive.
func (s *Source) Closing() {
	if s.derived != nil {
		s.derived.Closing()
	}
}

// openDefinitions returns the derived metrics for a source that has been opened.
func (s *Source) openDefinitions() *derive.Definitions {
	defs := s.definitions()
	defs.Retrace() // an option may have come after definitions
	if s.PDU != nil || s.Debugs("pdu") {
		defs.AskFirst()
	}
	return defs
}
