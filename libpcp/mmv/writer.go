package mmv

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"pcptools/libpcp/internal/mmvfile"
)

// Writer is a file of metrics that readers can see.
type Writer struct {
	path    string
	info    os.FileInfo // of the opened file, even if its path now leads to another
	process bool
	places  map[key]place
	data    []byte // the file
	texts   sync.Mutex
}

// Create writes a file and makes it visible at once, with all values zero
// (mmv_stats_start(3)). It replaces an existing file of that name.
//
// Create returns errors of [File.Validate] and of the operating system, and
// [errors.ErrUnsupported] where files cannot be shared, as on Windows. A
// process with write permission that truncates the file crashes the program.
func Create(f *File) (*Writer, error) {
	l, err := f.layout()
	if err != nil {
		return nil, fmt.Errorf("mmv: %w", err)
	}
	w := &Writer{path: path(f.Name), process: f.Flags&Process != 0, places: l.places}
	now := time.Now()
	generation := uint64(now.Unix())<<32 | uint64(now.Nanosecond()/1000)
	if err := w.write(l.append(make([]byte, 0, l.size()), generation, int32(os.Getpid())), generation); err != nil {
		return nil, fmt.Errorf("mmv: %w", err)
	}
	// Values lead to the Writer, so that none is left when this happens.
	runtime.AddCleanup(w, unmap, w.data)
	return w, nil
}

// path is where the file of a name is.
func path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(mmvfile.Dir("mmv"), name)
}

// write makes the file. Readers see it only when it is complete: until then it
// has another name, which agents pass over, and no second generation number.
func (w *Writer) write(contents []byte, generation uint64) (err error) {
	dir, name := filepath.Split(w.path)
	number := strconv.FormatUint(creations.Add(1), 10)
	temporary := filepath.Join(dir, "."+name+"."+strconv.Itoa(os.Getpid())+"."+number)
	os.Remove(temporary)
	file, err := os.OpenFile(temporary, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(temporary)
		}
	}()
	defer file.Close()
	if _, err := file.Write(contents); err != nil {
		return err
	}
	if w.info, err = file.Stat(); err != nil {
		return err
	}
	if w.data, err = mapped(file, len(contents)); err != nil {
		return os.NewSyscallError("mmap", err)
	}
	at[atomic.Uint64](w, mmvfile.G2Offset).Store(generation)
	if err := os.Rename(temporary, w.path); err != nil {
		unmap(w.data)
		return err
	}
	return nil
}

// creations counts the files of this process, for their temporary names.
var creations atomic.Uint64

// at is what the file has at an offset, which is a multiple of T's size.
func at[T any](w *Writer, offset uint64) *T { return (*T)(unsafe.Pointer(&w.data[offset])) }

// Close ends the file (mmv_stats_stop(3)). With [Process] it is removed,
// unless another has replaced it; otherwise it stays, with its last values.
// Values can still be changed, but with Process no reader sees that.
func (w *Writer) Close() error {
	if !w.process {
		return nil
	}
	w.process = false
	if info, err := os.Stat(w.path); err != nil || !os.SameFile(info, w.info) {
		return nil
	}
	return os.Remove(w.path)
}

// lookup returns a value that has the type expected: T is *Timer, *Text or the cell of
// a number.
func lookup[T any](w *Writer, metric, instance string) (v T, err error) {
	p, ok := w.places[key{metric, instance}]
	if !ok {
		return v, unknownError(fmt.Sprintf("mmv: no value %s[%s]", metric, instance))
	}
	if v, ok = w.value(p).(T); !ok {
		return v, fmt.Errorf("mmv: %s is of type %v: %w", metric, p.kind, errInvalid)
	}
	return v, nil
}

// value returns what changes the value at a place.
func (w *Writer) value(p place) any {
	switch p.kind {
	case Type32:
		return at[atomic.Int32](w, p.offset)
	case TypeU32:
		return at[atomic.Uint32](w, p.offset)
	case Type64:
		return at[atomic.Int64](w, p.offset)
	case TypeU64:
		return at[atomic.Uint64](w, p.offset)
	case TypeFloat:
		return float32Cell{at[atomic.Uint32](w, p.offset)}
	case TypeDouble:
		return float64Cell{at[atomic.Uint64](w, p.offset)}
	case Elapsed:
		return &Timer{w: w, total: at[atomic.Int64](w, p.offset), start: at[atomic.Int64](w, p.offset+8)}
	}
	return &Text{w: w, length: at[atomic.Int64](w, p.offset), field: w.data[p.text : p.text+mmvfile.StringSize]}
}
