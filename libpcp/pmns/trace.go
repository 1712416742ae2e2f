package pmns

import (
	"context"

	"pcptools/libpcp"
)

// The events that a [libpcp.Tracer] receives for the debug option pmns.
type (
	// Loading is the event of a file that is about to be read.
	Loading struct {
		File          string
		Unique, Plain bool // as in Options
	}
	// Defined is the event of a metric that a file defines.
	Defined struct {
		Name string
		ID   libpcp.PMID
	}
	// Loaded is the event of a file that has been read.
	Loaded struct{}
)

func (l *Loader) trace(event any) {
	if l.tracer != nil && l.tracer.Traces("pmns") {
		l.tracer.Trace(context.Background(), event)
	}
}

// defined traces the metrics of a group, as they are read.
func (l *Loader) defined(e entry) {
	if l.tracer != nil {
		l.trace(Defined{e.name, e.id})
	}
}
