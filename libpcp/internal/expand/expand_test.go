package expand

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"pcptools/libpcp"
)

// memoryFile is a file in memory.
type memoryFile struct{ *bytes.Reader }

func (f memoryFile) Close() error         { return nil }
func (f memoryFile) Size() (int64, error) { return f.Reader.Size(), nil }
func (f memoryFile) Reaches(n int64) bool { return n <= f.Reader.Size() }

// plainText is text that compresses somewhat.
func plainText(n int) []byte {
	r := rand.New(rand.NewPCG(3, 4))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('a' + r.IntN(r.IntN(20)+1))
	}
	return b
}

func packGzip(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(b)
	w.Close()
	return out.Bytes()
}

// TestSpool makes sure that what does not fit in memory comes back from the
// temporary file.
func TestSpool(t *testing.T) {
	want := plainText(maxMemory + 3*spoolChunk + 5)
	s := spoolReader(bytes.NewReader(want))
	defer s.close()
	got := make([]byte, 1000)
	for _, off := range []int{0, maxMemory - 500, len(want) - 1000, 5} {
		if n, err := s.ReadAt(got, int64(off)); err != nil || !bytes.Equal(got[:n], want[off:off+1000]) {
			t.Errorf("at %d: %d bytes, %v", off, n, err)
		}
	}
	if s.tmp == nil {
		t.Error("all in memory")
	}
	if n, err := s.ReadAt(got, int64(len(want)-10)); n != 10 || !errors.Is(err, io.EOF) && err != nil {
		t.Errorf("at the end: %d bytes, %v", n, err)
	}
}

// TestSpoolCleanup leaves no temporary file behind.
func TestSpoolCleanup(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	s := spoolReader(bytes.NewReader(make([]byte, 2*maxMemory)))
	s.fill(1 << 62)
	if s.tmp == nil {
		t.Error("all in memory")
	}
	if err := s.close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// errReader fails as a disk may.
type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

// TestSpoolErrors distinguishes a damaged file from one that cannot be read.
func TestSpoolErrors(t *testing.T) {
	for _, test := range []struct {
		err  error
		want libpcp.Error
	}{
		{io.ErrUnexpectedEOF, libpcp.ErrLogRec},
		{errors.New("bad block"), libpcp.ErrLogRec},
		{&os.PathError{Op: "read", Path: "x", Err: syscall.EIO}, libpcp.Errno(syscall.EIO)},
	} {
		s := spoolReader(errReader{test.err})
		if err := s.fill(1); libpcp.Code(err) != test.want {
			t.Errorf("%v: %v, want %v", test.err, err, test.want)
		}
	}
}

// TestSpoolWithoutFiles expands where there can be no temporary file: in memory,
// as long as it is not too much.
func TestSpoolWithoutFiles(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "nosuch"))
	want := plainText(3 * maxMemory)
	f, err := Open(context.Background(), memoryFile{bytes.NewReader(packGzip(want))}, ".gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got, err := io.ReadAll(sequential(f)); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %v; want %d", len(got), err, len(want))
	}
	_, err = Open(context.Background(), memoryFile{bytes.NewReader(packGzip(make([]byte, maxUnspilled+1)))}, ".gz")
	if code := libpcp.Code(err); code != libpcp.Errno(syscall.ENOMEM) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("too much: %v", err)
	}
}

// TestBzip has streams one after another, and what is none behind one.
func TestBzip(t *testing.T) {
	const hello = "BZh91AY&SY\x191e=\x00\x00\x00\x81\x00\x02D\xa0\x00!\x9ah3M\x073\x8b\xb9\x22\x9c(H\x0c\x98\xb2\x9e\x80"
	for file, want := range map[string]string{hello: "hello", hello + hello: "hellohello", hello + "\x00\x00": "hello", hello + "junk": "hello"} {
		f, err := Open(context.Background(), memoryFile{bytes.NewReader([]byte(file))}, ".bz2")
		if err != nil {
			t.Errorf("%q: %v", file, err)
			continue
		}
		b := make([]byte, 16)
		if n, _ := f.ReadAt(b, 0); string(b[:n]) != want {
			t.Errorf("%q: %q", file, b[:n])
		}
		f.Close()
	}
	if _, err := Open(context.Background(), memoryFile{bytes.NewReader([]byte(hello + "BZ"))}, ".bz2"); err == nil {
		t.Error("a stream cut short is none")
	}
}

// TestGzipPadding reads members, and zeros behind them, as gzip(1) does.
func TestGzipPadding(t *testing.T) {
	text, zeros := plainText(5000), make([]byte, 10000)
	member := packGzip(text)
	for _, test := range []struct {
		name   string
		packed [][]byte
		want   []byte
		ok     bool
	}{
		{"one", [][]byte{member}, text, true},
		{"two", [][]byte{member, member}, slices.Concat(text, text), true},
		{"zeros", [][]byte{member, zeros}, text, true},
		{"one zero", [][]byte{member, zeros[:1]}, text, true},
		{"two and zeros", [][]byte{member, member, zeros}, slices.Concat(text, text), true},
		{"more after zeros", [][]byte{member, zeros, member}, nil, false},
		{"something else", [][]byte{member, []byte("x")}, nil, false},
		{"cut", [][]byte{member[:len(member)-4], zeros}, nil, false},
	} {
		f, err := Open(t.Context(), memoryFile{bytes.NewReader(slices.Concat(test.packed...))}, ".gz")
		if test.ok != (err == nil) {
			t.Errorf("%s: %v", test.name, err)
		}
		if err != nil {
			continue
		}
		got, err := io.ReadAll(sequential(f))
		if err != nil || !bytes.Equal(got, test.want) {
			t.Errorf("%s: %d bytes, want %d: %v", test.name, len(got), len(test.want), err)
		}
		f.Close()
	}
}
