//go:build !unix

package archive

import (
	"errors"
	"os"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/expand"
)

// disk is the file system.
type disk struct{}

func (disk) list(dir string) ([]string, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.Readdirnames(-1)
}

func (disk) readable(name string) bool { return access.Readable(name) == nil }

func (disk) identify(name string) identity {
	info, err := os.Stat(name)
	if err != nil {
		return identity{}
	}
	return identity{size: info.Size(), changed: info.ModTime().UnixNano()}
}

func (disk) open(name string) (expand.File, error) {
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
