package options

import (
	"fmt"
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

// Leaving traces, for -D context, that a run ends whose local context is open: the
// DSOs that have a callback for it (pmdaSetEndContextCallBack(3)) are notified.
func (s *Source) Leaving() {
	if s.Kind != Local || !s.traces("context") {
		return
	}
	for _, a := range s.agents.list() {
		if b, _ := s.agents.standsFor(a); b != nil && (b.Name == "linux" || b.Name == "proc" || b.Name == "sample") {
			s.agents.trace(fmt.Sprintf("NotifyEndLocalContext: DSO PMDA %s (%d) notified of context 0 close\n", a.Path, a.Domain))
		}
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
