package options

import (
	"context"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/timewindow"
)

// The events that a [libpcp.Tracer] receives, with their debug options.
type (
	// VariableRead is the event of a variable that stands for an option
	// (config).
	VariableRead struct{ Name, Value string }
	// Bounds is the event of the time span of an archive: the times of its
	// first and last sample, in the reporting zone (getopt).
	Bounds struct{ First, Last time.Time }
	// Placed is the event of a step in computing the window that options ask
	// for (getopt).
	Placed struct {
		timewindow.Step
		Within  Bounds
		Options timewindow.Options
	}
	// DefaultNames is the event of loading the default name space of local
	// contexts (pmns).
	DefaultNames struct{}
	// Fetched is the event of a fetch that has ended (fetch).
	Fetched struct {
		Names  *libpcp.Context // knows the names in the result
		Zone   *time.Location
		Result *libpcp.Result
		Err    error
	}
	// Unpacked is the event of an event array whose records are reported
	// (fetch).
	Unpacked struct {
		Names *libpcp.Context
		Zone  *time.Location
		Block libpcp.Block
	}
	// Closed is the event of a source that is closed (context).
	Closed struct{}
)

// tracer returns the tracer of the run, or nil.
func (s *Source) tracer() libpcp.Tracer {
	if s.tracing == nil && s.NewTracer != nil {
		s.tracing = s.NewTracer(s.inv, &s.debug)
	}
	return s.tracing
}

// traces reports whether the events of a debug option are wanted.
func (s *Source) traces(option string) bool { return s.Debugging(option) && s.tracer() != nil }

func (s *Source) trace(ctx context.Context, option string, event any) {
	if s.traces(option) {
		s.tracer().Trace(ctx, event)
	}
}

// Unpacked traces the records of an event array, if -D fetch asks for it.
func (s *Source) Unpacked(ctx context.Context, b libpcp.Block) {
	if f := s.fetches; f != nil {
		f.tracer.Trace(ctx, Unpacked{f.names, f.zone, b})
	}
}

// Closing traces, if -D asks for it, that a source is closed.
func (s *Source) Closing() {
	if s.derived != nil {
		s.derived.Closing()
	}
	s.trace(context.Background(), "context", Closed{})
}
