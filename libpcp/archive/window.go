package archive

import (
	"errors"
	"io"
)

const (
	minChunk = 32 << 10
	maxChunk = 256 << 10
)

// window is a buffered view of a file, read forwards or backwards. It grows
// to hold the longest range asked for, and doubles its stride while reading
// goes on in one direction.
type window struct {
	f     file
	buf   []byte
	off   int64 // offset of buf[0] in the file
	chunk int
}

// view returns n bytes at off, or fewer where the file ends. They are valid
// until the next view.
func (w *window) view(off int64, n int) ([]byte, error) {
	if b, ok := w.held(off, n); ok {
		return b, nil
	}
	if off < 0 || n < 0 {
		return nil, io.ErrUnexpectedEOF
	}
	n = w.clamp(off, n)
	if err := w.fill(off, n); err != nil {
		return nil, err
	}
	from := off - w.off
	return w.buf[min(from, int64(len(w.buf))):min(from+int64(n), int64(len(w.buf)))], nil
}

func (w *window) held(off int64, n int) ([]byte, bool) {
	from := off - w.off
	if from < 0 || n < 0 || from > int64(len(w.buf)) || int64(n) > int64(len(w.buf))-from {
		return nil, false
	}
	return w.buf[from : from+int64(n)], true
}

// clamp cuts a range longer than any ordinary one to what the file holds, so
// that a corrupt length allocates nothing.
func (w *window) clamp(off int64, n int) int {
	if n <= minChunk || w.f.reaches(off+int64(n)) {
		return n
	}
	size, err := w.f.size()
	if err != nil || size < off {
		return 0
	}
	return int(min(int64(n), size-off))
}

// fill reads a chunk around the range: after its start, or, when reading goes
// backwards, before its end.
func (w *window) fill(off int64, n int) error {
	backward := off < w.off && off+int64(n) >= w.off-int64(w.chunk)
	forward := off >= w.off && off <= w.off+int64(len(w.buf))
	switch {
	case !backward && !forward || w.chunk == 0:
		w.chunk = minChunk
	case w.chunk < maxChunk:
		w.chunk *= 2
	}
	length := max(n, w.chunk)
	if backward {
		off = max(0, off+int64(n)-int64(length))
	}
	return w.load(off, length)
}

// load fills the buffer from off on, keeping what it already holds of that.
func (w *window) load(off int64, length int) error {
	kept, _ := w.held(off, max(0, int(w.off+int64(len(w.buf))-off)))
	if cap(w.buf) < length {
		kept = append(make([]byte, 0, length), kept...)
		w.buf = kept
	} else {
		kept = append(w.buf[:0], kept...)
	}
	n, err := w.f.ReadAt(kept[len(kept):length], off+int64(len(kept)))
	w.buf, w.off = kept[:len(kept)+n], off
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}
