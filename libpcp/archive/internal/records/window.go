package records

import (
	"errors"
	"io"

	"pcptools/libpcp/internal/expand"
)

const (
	minChunk = 32 << 10
	maxChunk = 64 << 10
)

// window is a buffered view of a file, read forwards or backwards. It grows
// to hold the longest range asked for, and doubles its stride while reading
// goes on in one direction.
type window struct {
	f     expand.File
	buf   []byte
	off   int64 // offset of buf[0] in the file
	chunk int
	back  bool // whether buf was filled by reading backwards
	short bool // whether the file ended within the last read
}

// view returns n bytes at off, or fewer where the file ends. They are valid
// until the next view.
func (w *window) view(off int64, n int) ([]byte, error) {
	if b, ok := w.held(off, n); ok {
		return b, nil
	}
	return w.read(off, n, false)
}

// viewBack is view for a caller who will go on to bytes before off.
func (w *window) viewBack(off int64, n int) ([]byte, error) {
	if b, ok := w.held(off, n); ok {
		return b, nil
	}
	return w.read(off, n, true)
}

// viewAround is view for a caller who will go on to bytes near off, before or after:
// it reads the range with all of the chunk in which it starts.
func (w *window) viewAround(off int64, n int) ([]byte, error) {
	if b, ok := w.held(off, n); ok || off < 0 {
		return b, nil
	}
	start := off % minChunk
	b, err := w.read(off-start, int(start)+n, false)
	return b[min(int(start), len(b)):], err
}

func (w *window) held(off int64, n int) ([]byte, bool) {
	from := off - w.off
	if from < 0 || n < 0 || from > int64(len(w.buf)) || int64(n) > int64(len(w.buf))-from {
		return nil, false
	}
	return w.buf[from : from+int64(n) : from+int64(n)], true
}

func (w *window) read(off int64, n int, back bool) ([]byte, error) {
	if off < 0 || n < 0 {
		return nil, io.ErrUnexpectedEOF
	}
	if w.short && off == w.off+int64(len(w.buf)) && !w.f.Reaches(off+1) {
		return nil, nil // and the bytes held stay
	}
	n = w.clamp(off, n)
	if err := w.fill(off, n, back); err != nil {
		return nil, err
	}
	from, end := off-w.off, off-w.off+int64(n)
	held := int64(len(w.buf))
	return w.buf[min(from, held):min(end, held):min(end, held)], nil
}

// clamp cuts a range longer than any ordinary one to what the file holds, so
// that a corrupt length allocates nothing.
func (w *window) clamp(off int64, n int) int {
	if n <= minChunk || w.f.Reaches(off+int64(n)) {
		return n
	}
	size, err := w.f.Size()
	if err != nil || size < off {
		return 0
	}
	return int(min(int64(n), size-off))
}

// fill reads a chunk around the range: after its start, or, when reading goes
// backwards, before its end. Where that fails it reads the range alone.
func (w *window) fill(off int64, n int, back bool) error {
	touches := off <= w.off+int64(len(w.buf)) && off+int64(n) >= w.off
	switch {
	case !touches || back != w.back || w.chunk == 0:
		w.chunk = minChunk
	case w.chunk < maxChunk:
		w.chunk *= 2
	}
	w.back = back
	from, length := off, max(n, w.chunk)
	if back {
		from = max(0, off+int64(n-length))
		length = int(off-from) + n
	}
	if err := w.load(from, length); err == nil || length == n {
		return err
	}
	return w.load(off, n)
}

// load fills the buffer from off on, keeping what it already holds of that.
func (w *window) load(off int64, length int) error {
	kept, _ := w.held(off, max(0, int(w.off+int64(len(w.buf))-off)))
	if len(kept) > length {
		kept = kept[:length]
	}
	if cap(w.buf) < length {
		kept = append(make([]byte, 0, length), kept...)
		w.buf = kept
	} else {
		kept = append(w.buf[:0], kept...)
	}
	n, err := w.f.ReadAt(kept[len(kept):length], off+int64(len(kept)))
	w.buf, w.off, w.short = kept[:len(kept)+n], off, len(kept)+n < length
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}
