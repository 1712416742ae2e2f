package archive

import (
	"errors"
	"os"
)

// outFile is a file that is being written.
type outFile struct {
	f       *os.File
	off     int64 // its length, including pending bytes
	block   int   // what is not written before there is so much; 0 for none
	pending []byte
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
	if o.block == 0 {
		return o.writeThrough(b)
	}
	o.pending = append(o.pending, b...)
	o.off += int64(len(b))
	if len(o.pending) < o.block {
		return nil
	}
	return o.flush()
}

// flush writes all pending bytes, or none.
func (o *outFile) flush() error {
	b := o.pending
	if len(b) == 0 {
		return nil
	}
	o.pending, o.off = b[:0], o.off-int64(len(b))
	return o.writeThrough(b)
}

func (o *outFile) writeThrough(b []byte) error {
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

func (o *outFile) close() error { return errors.Join(o.flush(), o.f.Close()) }

func (o *outFile) remove() error { return errors.Join(o.f.Close(), os.Remove(o.f.Name())) }
