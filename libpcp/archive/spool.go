package archive

import (
	"errors"
	"io"
	"os"
)

// spool holds what a compressed file expands to, as far as it has been asked
// for: in memory while it is small, and then in an unlinked temporary file.
type spool struct {
	more func() ([]byte, error) // io.EOF at the end
	mem  []byte
	tmp  *os.File
	n    int64
	err  error // why there is no more
}

const (
	maxMemory  = 1 << 20   // of a spool
	spoolChunk = 128 << 10 // bytes asked of a reader
)

// spoolReader is a spool of what a reader returns, whose errors must persist.
func spoolReader(r io.Reader) *spool {
	buf := make([]byte, spoolChunk)
	return &spool{more: func() ([]byte, error) {
		n, err := io.ReadFull(r, buf)
		if n > 0 {
			err = nil
		}
		return buf[:n], err
	}}
}

// fill expands until there are n bytes, or the end.
func (s *spool) fill(n int64) error {
	for s.n < n && s.err == nil {
		b, err := s.more()
		if err == nil {
			err = s.append(b)
		}
		if s.err = err; err != nil {
			s.more = nil // and its buffers with it
		}
	}
	if s.n < n {
		return s.err
	}
	return nil
}

func (s *spool) append(b []byte) error {
	if s.tmp == nil && len(s.mem)+len(b) > maxMemory {
		if err := s.spill(); err != nil {
			return err
		}
	}
	if s.tmp == nil {
		s.mem = append(s.mem, b...)
		s.n += int64(len(b))
		return nil
	}
	n, err := s.tmp.Write(b)
	s.n += int64(n)
	return err
}

// spill moves what is in memory to a temporary file.
func (s *spool) spill() error {
	tmp, err := os.CreateTemp("", "pcp")
	if err != nil {
		return err
	}
	s.tmp = tmp
	if err := os.Remove(tmp.Name()); err != nil {
		return err
	}
	_, err = tmp.Write(s.mem)
	s.mem = nil
	return err
}

// ReadAt implements io.ReaderAt.
func (s *spool) ReadAt(p []byte, off int64) (int, error) {
	s.fill(off + int64(len(p))) // what there is counts, whatever stopped it
	if off >= s.n {
		return 0, s.err
	}
	p = p[:min(int64(len(p)), s.n-off)]
	if s.tmp != nil {
		return s.tmp.ReadAt(p, off)
	}
	return copy(p, s.mem[off:]), nil
}

func (s *spool) close() error {
	s.mem = nil
	if s.tmp != nil {
		return s.tmp.Close()
	}
	return nil
}

// spoolFile is a compressed file that is read from its start.
type spoolFile struct {
	*spool
	under file
}

func (f *spoolFile) size() (int64, error) {
	if err := f.fill(1<<63 - 1); !errors.Is(err, io.EOF) {
		return 0, err
	}
	return f.n, nil
}

func (f *spoolFile) reaches(n int64) bool { return f.fill(n) == nil }

// Close implements io.Closer.
func (f *spoolFile) Close() error { return errors.Join(f.spool.close(), f.under.Close()) }
