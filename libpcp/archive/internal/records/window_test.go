package records

import (
	"bytes"
	"errors"
	"syscall"
	"testing"

	"pcptools/libpcp/internal/expand"
)

// damaged is a file that cannot be read from a position on.
type damaged struct {
	expand.File
	data []byte
	from int64
}

func (f damaged) ReadAt(b []byte, off int64) (int, error) {
	if off+int64(len(b)) > f.from {
		return 0, syscall.EIO
	}
	return copy(b, f.data[off:]), nil
}

func (f damaged) Reaches(n int64) bool { return n <= int64(len(f.data)) }

func (f damaged) Size() (int64, error) { return int64(len(f.data)), nil }

// TestLongRange allocates no more than the file holds for a length that is damaged.
func TestLongRange(t *testing.T) {
	w := &window{f: damaged{data: make([]byte, 1000), from: 1 << 30}}
	if b, err := w.view(10, 1<<30); err != nil || len(b) != 990 || cap(w.buf) > 2*maxChunk {
		t.Errorf("%d bytes, %v, with room for %d", len(b), err, cap(w.buf))
	}
}

// TestDamagedFile reads all that can be read, though a chunk around it cannot, and
// fails beyond.
func TestDamagedFile(t *testing.T) {
	data := make([]byte, 3*maxChunk)
	for i := range data {
		data[i] = byte(i >> 8)
	}
	const from = maxChunk + 1000
	for name, view := range map[string]func(*window, int64, int) ([]byte, error){"forwards": (*window).view, "backwards": (*window).viewBack} {
		w := &window{f: damaged{data: data, from: from}}
		for off := int64(0); off < from; off += 500 {
			n := int(min(500, from-off))
			b, err := view(w, off, n)
			if err != nil || !bytes.Equal(b, data[off:off+int64(n)]) {
				t.Fatalf("%s at %d: %d bytes, %v", name, off, len(b), err)
			}
		}
		if b, err := view(w, from-100, 200); !errors.Is(err, syscall.EIO) {
			t.Errorf("%s beyond: %d bytes, %v", name, len(b), err)
		}
	}
}
