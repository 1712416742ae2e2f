package mmv

import (
	"fmt"
	"sync/atomic"

	"pcptools/libpcp/internal/mmvfile"
)

// Text is a string value in the file. Its methods do nothing for a nil Text.
type Text struct {
	w      *Writer // keeps the rest mapped
	length *atomic.Int64
	field  []byte
}

// Text returns the value of a metric for an instance, or "" for a metric
// without instances. It fails like [Find].
func (w *Writer) Text(metric, instance string) (*Text, error) {
	return lookup[*Text](w, metric, instance)
}

// maxString is what readers of all ages can take.
const maxString = mmvfile.StringSize - 2

// Set sets the value to s, of at most 254 bytes (mmv_set_string(3)). For a
// longer one the error is E2BIG and the value is unchanged. A reader may see a
// mixture of the old and the new value.
func (t *Text) Set(s string) error {
	switch {
	case t == nil:
		return nil
	case len(s) > maxString:
		return fmt.Errorf("mmv: string of %d bytes: %w", len(s), errTooBig)
	}
	t.w.texts.Lock()
	defer t.w.texts.Unlock()
	clear(t.field[copy(t.field, s):])
	t.length.Store(int64(len(s)))
	return nil
}

// Value returns the value.
func (t *Text) Value() string {
	if t == nil {
		return ""
	}
	t.w.texts.Lock()
	defer t.w.texts.Unlock()
	return mmvfile.Text(t.field)
}
