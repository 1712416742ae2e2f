// Package access asks the system whether this process may use a file (access(2)),
// whether another process exists, and how much processor time this one has used.
// It reads files that may be of any kind and length.
package access

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// Open opens a file to read. It does not wait for a writer to open a FIFO: a FIFO
// without a writer is empty.
func Open(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}

// ReadFile reads a file that settings or options name, of so many bytes at most: a
// longer one is EFBIG, and a FIFO without a writer ENXIO, as a
// socket is.
func ReadFile(name string, limit int64) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	switch {
	case err != nil:
		return nil, err
	case int64(len(text)) > limit:
		return nil, &fs.PathError{Op: "read", Path: name, Err: syscall.EFBIG}
	case len(text) == 0 && info.Mode()&fs.ModeNamedPipe != 0:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fmt.Errorf("nobody writes to this FIFO: %w", syscall.ENXIO)}
	}
	return text, nil
}
