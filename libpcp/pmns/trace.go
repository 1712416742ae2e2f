package pmns

import (
	"context"

	"pcptools/libpcp"
)

// The events of a [libpcp.Tracer], which the debug option pmns is about.
type (
	// Loading is a file that is about to be read.
	Loading struct {
		File          string
		Unique, Plain bool // as in Options
	}
	// Defined is a metric in the file.
	Defined struct {
		Name string
		ID   libpcp.PMID
	}
	// Loaded is that the file has been read.
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
