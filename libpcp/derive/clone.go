package derive

import (
	"io"
	"maps"
	"slices"
)

// Clone returns the same definitions for a goroutine of its own, which reports
// errors on messages. What has been deferred is loaded; nothing is traced.
func (d *Definitions) Clone(messages io.Writer) *Definitions {
	d.load()
	clone := *d
	clone.list, clone.position = slices.Clone(d.list), maps.Clone(d.position)
	for i, def := range d.list {
		own := *def
		clone.list[i] = &own
	}
	clone.messages, clone.tracer, clone.trace = messages, nil, nil
	return &clone
}
