package archive

import (
	"errors"
	"os"
)

// outFile is a file that is being written.
type outFile struct {
	f   *os.File
	off int64 // its length
}

// createFile makes a new file with a label.
func createFile(path string, label []byte) (*outFile, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	o := &outFile{f: f}
	if err := o.write(label); err != nil {
		return nil, errors.Join(err, o.remove())
	}
	return o, nil
}

// write appends b, all of it or nothing.
func (o *outFile) write(b []byte) error {
	n, err := o.f.Write(b)
	if err == nil {
		o.off += int64(n)
		return nil
	}
	if n > 0 {
		err = errors.Join(err, o.f.Truncate(o.off))
	}
	return err
}

func (o *outFile) close() error { return o.f.Close() }

func (o *outFile) remove() error { return errors.Join(o.f.Close(), os.Remove(o.f.Name())) }
