//go:build !unix

package storage

import (
	"errors"
	"os"

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

func (Disk) Open(name string) (expand.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(libpcp.ErrLabel, err, f.Close())
	}
	return diskFile{f}, nil
}

// diskFile is an open file.
type diskFile struct{ *os.File }

func (f diskFile) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (f diskFile) Reaches(n int64) bool {
	size, err := f.Size()
	return err == nil && n <= size
}
