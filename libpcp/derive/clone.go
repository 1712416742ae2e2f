package derive

import (
	"io"
	"maps"
	"slices"
)

// Clone returns a copy of the definitions for another goroutine, with errors
// reported on messages. Deferred files are loaded; the copy traces nothing.
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
