package libpcp

import "context"

// A Tracer receives the events of the packages of this library, such as PDUs
// sent or expressions bound, which libpcp (C) prints for the debug options of
// pmdbg(1). A package that can be traced has a Tracer among its settings. The
// commands define the types of events, and may change them; other programs can
// print them. Nil traces nothing.
type Tracer interface {
	// Traces reports whether the events of a debug option are wanted.
	Traces(option string) bool
	// Trace is called with an event, whose type is its kind. What an event
	// refers to is valid during the call.
	Trace(ctx context.Context, event any)
}
