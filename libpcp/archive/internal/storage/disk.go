package storage

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/expand"
)

// Disk is the file system.
type Disk struct{}

func (Disk) List(dir string) ([]string, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.Readdirnames(-1)
}

func (Disk) Readable(name string) bool { return access.Readable(name) == nil }

func (Disk) Identify(name string) Identity {
	info, err := os.Stat(name)
	if err != nil {
		return Identity{}
	}
	return Identity{Size: info.Size(), changed: info.ModTime().UnixNano()}
}

// Open opens a regular file. It does not wait for a writer of a FIFO.
func (Disk) Open(name string) (expand.File, error) {
	f, err := access.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = irregular(f, info.Mode())
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return diskFile{f}, nil
}

// irregular is the error for other than a regular file: the one of libpcp (C), where
// that does not hang or die.
func irregular(f *os.File, mode fs.FileMode) error {
	switch {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return &fs.PathError{Op: "read", Path: f.Name(), Err: syscall.EISDIR}
	case mode&fs.ModeDevice == 0:
		return &fs.PathError{Op: "seek", Path: f.Name(), Err: syscall.ESPIPE}
	}
	if n, _ := f.Read(make([]byte, 1)); n == 0 {
		return fmt.Errorf("%s: device without data: %w", f.Name(), libpcp.ErrNoData)
	}
	return fmt.Errorf("%s: device: %w", f.Name(), libpcp.ErrLabel)
}

// diskFile is an open file.
type diskFile struct{ *os.File }

func (f diskFile) Size() (int64, error) { return f.Seek(0, io.SeekEnd) } // faster than Stat

func (f diskFile) Reaches(n int64) bool {
	size, err := f.Size()
	return err == nil && n <= size
}
