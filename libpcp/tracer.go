package libpcp

import "context"

// A Tracer receives what libpcp (C) prints for the debug options of pmdbg(1), from
// packages that have a Tracer among their settings. Nil traces nothing.
type Tracer interface {
	// Traces reports whether the events of a debug option are wanted.
	Traces(option string) bool
	// Trace is called with an event: a string is text to print, a
	// [pcptools/libpcp/pmcd.PDU] one that was sent or received. There are other
	// types, for results, which only the commands print. What an event refers to
	// is valid during the call.
	Trace(ctx context.Context, event any)
}
