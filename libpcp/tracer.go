package libpcp

import "context"

// A Tracer is called with what happens in the packages of this library, such as
// PDUs that are sent or expressions that are bound: what the debug options of
// pmdbg(1) have libpcp (C) print. A package that can be traced takes one in its
// settings, and has the types of its events in a file trace.go. Nil traces
// nothing.
type Tracer interface {
	// Traces reports whether the events that a debug option is about are wanted.
	Traces(option string) bool
	// Trace is called with an event, whose type says what has happened. What an
	// event refers to is valid during the call.
	Trace(ctx context.Context, event any)
}
