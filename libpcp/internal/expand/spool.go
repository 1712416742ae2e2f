package expand

import (
	"errors"
	"io"
	"os"
	"syscall"

	"pcptools/libpcp"
)

// spool holds what a compressed file expands to, as far as it has been asked
// for: in memory while it is small, and then in an unlinked temporary file.
// Where there can be no such file it goes on in memory, up to a limit.
type spool struct {
	more      func() ([]byte, error) // io.EOF at the end
	mem       []byte
	tmp       *os.File
	linked    bool  // the name of tmp is still there
	unspilled error // the error of the temporary file
	n         int64
	err       error // the error that ends the file
}

const (
	maxMemory    = 1 << 20   // of a spool
	maxUnspilled = 32 << 20  // of one without a temporary file
	spoolChunk   = 128 << 10 // bytes asked of a reader
)

// spoolReader is a spool of what a reader returns, whose errors must persist.
func spoolReader(r io.Reader) *spool {
	buf := make([]byte, spoolChunk)
	return &spool{more: func() ([]byte, error) {
		n, err := io.ReadFull(r, buf)
		switch {
		case n > 0:
			err = nil
		case err != io.EOF:
			err = corrupted(err)
		}
		return buf[:n], err
	}}
}

// corrupted is the error for what cannot be expanded: it is damaged, if it
// could be read.
func corrupted(err error) error {
	var unread *os.PathError
	if errors.As(err, &unread) {
		return err
	}
	return errors.Join(libpcp.ErrLogRec, err)
}

// fill expands n bytes, or all up to the end.
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
	if s.tmp == nil && s.unspilled == nil && len(s.mem)+len(b) > maxMemory {
		s.unspilled = s.spill()
	}
	switch {
	case s.tmp != nil:
		n, err := s.tmp.Write(b)
		s.n += int64(n)
		return err
	case len(s.mem)+len(b) > maxUnspilled:
		return errors.Join(libpcp.Errno(syscall.ENOMEM), s.unspilled)
	}
	s.mem = append(s.mem, b...)
	s.n += int64(len(b))
	return nil
}

// spill moves the bytes in memory to a temporary file.
func (s *spool) spill() error {
	tmp, err := os.CreateTemp("", "pcp")
	if err != nil {
		return err
	}
	linked := os.Remove(tmp.Name()) != nil // not every system can while it is open
	if _, err := tmp.Write(s.mem); err != nil {
		return errors.Join(err, discard(tmp, linked))
	}
	s.mem, s.tmp, s.linked = nil, tmp, linked
	return nil
}

func discard(tmp *os.File, linked bool) error {
	err := tmp.Close()
	if linked {
		err = errors.Join(err, os.Remove(tmp.Name()))
	}
	return err
}

// ReadAt implements io.ReaderAt.
func (s *spool) ReadAt(p []byte, off int64) (int, error) {
	s.fill(off + int64(len(p))) // the bytes before an error count
	if off >= s.n {
		return 0, s.err
	}
	want := len(p)
	p = p[:min(int64(want), s.n-off)]
	n, err := len(p), error(nil)
	if s.tmp != nil {
		n, err = s.tmp.ReadAt(p, off)
	} else {
		copy(p, s.mem[off:])
	}
	if n < want && err == nil && errors.Is(s.err, io.EOF) {
		err = io.EOF
	}
	return n, err
}

func (s *spool) close() error {
	s.mem = nil
	if s.tmp != nil {
		return discard(s.tmp, s.linked)
	}
	return nil
}

// spoolFile is a compressed file that is read from its start.
type spoolFile struct {
	*spool
	under File
}

func (f *spoolFile) Size() (int64, error) {
	if err := f.fill(1<<63 - 1); !errors.Is(err, io.EOF) {
		return 0, err
	}
	return f.n, nil
}

func (f *spoolFile) Reaches(n int64) bool { return f.fill(n) == nil }

// Close implements io.Closer.
func (f *spoolFile) Close() error { return errors.Join(f.spool.close(), f.under.Close()) }
