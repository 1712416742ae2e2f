package pmns

import (
	"context"

	"pcptools/internal/traced"
)

func (l *Loader) trace(event any) {
	if l.tracer != nil && l.tracer.Traces("pmns") {
		l.tracer.Trace(context.Background(), event)
	}
}

// defined traces the metrics of a group, as they are read.
func (l *Loader) defined(e entry) {
	if l.tracer != nil {
		l.trace(traced.NameDefined{Name: e.name, ID: e.id})
	}
}
