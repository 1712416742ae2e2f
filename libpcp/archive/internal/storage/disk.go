//go:build unix

package storage

import (
	"fmt"
	"io"
	"os"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/expand"
)

// Disk is the file system. It does without os.File, which costs five system
// calls for each file to find out that nobody can wait for it, and two more to
// wait.
type Disk struct{}

func (Disk) List(dir string) ([]string, error) {
	fd, err := openDisk(dir, syscall.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	var names []string
	buf := make([]byte, 8<<10)
	for {
		n, err := uninterrupted(func() (int, error) { return syscall.ReadDirent(fd, buf) })
		if n <= 0 {
			return names, diskError("readdirent", dir, err)
		}
		_, _, names = syscall.ParseDirent(buf[:n], -1, names)
	}
}

func (Disk) Readable(name string) bool { return syscall.Access(name, 4) == nil }

func (Disk) Identify(name string) Identity {
	var info syscall.Stat_t
	if syscall.Stat(name, &info) != nil {
		return Identity{}
	}
	return Identity{info.Size, int64(info.Ino), changedAt(&info)}
}

// Open opens a regular file. It does not wait for a writer of a FIFO.
func (Disk) Open(name string) (expand.File, error) {
	fd, err := openDisk(name, syscall.O_NONBLOCK|syscall.O_NOCTTY)
	if err != nil {
		return nil, err
	}
	f := &diskFile{fd: fd, name: name}
	if err := f.check(); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func openDisk(name string, flags int) (int, error) {
	fd, err := uninterrupted(func() (int, error) {
		return syscall.Open(name, flags|syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	})
	return fd, diskError("open", name, err)
}

// check fails for other than regular files, as libpcp (C) does where it does not
// hang or die: it finds no label on a device.
func (f *diskFile) check() error {
	var info syscall.Stat_t
	if err := syscall.Fstat(f.fd, &info); err != nil {
		return diskError("stat", f.name, err)
	}
	switch info.Mode & syscall.S_IFMT {
	case syscall.S_IFREG:
		return nil
	case syscall.S_IFDIR:
		return diskError("read", f.name, syscall.EISDIR)
	case syscall.S_IFCHR, syscall.S_IFBLK:
		var some [1]byte
		if n, _ := syscall.Read(f.fd, some[:]); n == 0 {
			return fmt.Errorf("%s: device without data: %w", f.name, libpcp.ErrNoData)
		}
		return fmt.Errorf("%s: device: %w", f.name, libpcp.ErrLabel)
	}
	return diskError("seek", f.name, syscall.ESPIPE)
}

// uninterrupted repeats a system call that signals interrupt.
func uninterrupted(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if err != syscall.EINTR {
			return n, err
		}
	}
}

func diskError(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return &os.PathError{Op: op, Path: name, Err: err}
}

// diskFile is an open file, which must be closed.
type diskFile struct {
	fd    int
	name  string
	known int64 // size when it was last asked for
}

// ReadAt implements io.ReaderAt.
func (f *diskFile) ReadAt(p []byte, off int64) (int, error) {
	done := 0
	for done < len(p) {
		n, err := uninterrupted(func() (int, error) { return syscall.Pread(f.fd, p[done:], off+int64(done)) })
		if err != nil {
			return done, diskError("read", f.name, err)
		}
		done += n
		if end := off + int64(done); n == 0 || end == f.known && done < len(p) {
			return done, io.EOF
		}
	}
	return done, nil
}

func (f *diskFile) Size() (int64, error) {
	var info syscall.Stat_t
	if err := syscall.Fstat(f.fd, &info); err != nil {
		return 0, diskError("stat", f.name, err)
	}
	f.known = info.Size
	return info.Size, nil
}

func (f *diskFile) Reaches(n int64) bool {
	size, err := f.Size()
	return err == nil && n <= size
}

// Seekable tries what lseek(2) does with an offset. Nothing else has a position.
func (f *diskFile) Seekable(off int64) bool {
	_, err := syscall.Seek(f.fd, off, io.SeekStart)
	return err == nil
}

// Close implements io.Closer.
func (f *diskFile) Close() error { return diskError("close", f.name, syscall.Close(f.fd)) }
