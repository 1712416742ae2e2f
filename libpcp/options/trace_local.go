package options

import "context"

// The events of local contexts that a [libpcp.Tracer] receives (context).
type (
	// TableRead is the event of reading the DSOs that pmcd.conf names.
	TableRead struct{ File string }
	// NotDeleted is the event of an option -K that fails to delete an agent.
	NotDeleted struct{ Err error }
	// LocalEnded is the event of a built-in agent that learns that a context
	// has ended.
	LocalEnded struct {
		Agent   LocalAgent
		Builtin *Builtin
		Closed  bool // no context is current any more
	}
)

// Leaving traces, if -D asks for it, that a run ends whose source is still
// open. After [Source.Closing] it is not needed.
func (s *Source) Leaving() { s.localEnded(false) }

func (s *Source) localEnded(closed bool) {
	if s.Kind != Local || !s.traces("context") {
		return
	}
	for _, a := range s.LocalAgents() {
		if b, _ := s.builtin(a); b != nil {
			s.trace(context.Background(), "context", LocalEnded{a, b, closed})
		}
	}
}
