package options

import (
	"context"

	"pcptools/internal/traced"
)

// Closing traces, if -D asks for it, that a source is closed.
func (s *Source) Closing() {
	if s.derived != nil {
		s.derived.Closing()
	}
	s.trace(context.Background(), "context", traced.ContextClosed{})
	s.localEnded(true)
}

// Leaving traces, if -D asks for it, that a run ends whose source is still
// open. After [Source.Closing] it is not needed.
func (s *Source) Leaving() { s.localEnded(false) }

func (s *Source) localEnded(closed bool) {
	if s.Kind != Local || !s.traces("context") {
		return
	}
	for _, a := range s.agents.list() {
		if b, _ := s.agents.standsFor(a); b != nil {
			s.agents.trace(traced.LocalEnded{Name: b.Name, DSO: a.Path, Domain: a.Domain, Closed: closed})
		}
	}
}
