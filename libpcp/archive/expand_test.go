package archive

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/klauspost/compress/zstd"

	"pcptools/libpcp"
)

// plainText is text that compresses somewhat.
func plainText(n int) []byte {
	r := rand.New(rand.NewPCG(3, 4))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('a' + r.IntN(r.IntN(20)+1))
	}
	return b
}

// packLZW compresses as compress(1) does, but never empties its table.
func packLZW(b []byte) []byte {
	out := []byte{0x1f, 0x9d, 0x80 | 16}
	table := make(map[string]int)
	for i := range 256 {
		table[string([]byte{byte(i)})] = i
	}
	width, codes, next := 9, 0, 257
	var bits uint64
	var held int
	put := func(code int) {
		bits |= uint64(code) << held
		for held += width; held >= 8; held -= 8 {
			out = append(out, byte(bits))
			bits >>= 8
		}
		codes++
	}
	word := ""
	for _, c := range b {
		longer := word + string([]byte{c})
		if _, ok := table[longer]; ok {
			word = longer
			continue
		}
		put(table[word])
		word = string([]byte{c})
		if next == 1<<16 {
			continue
		}
		if table[longer] = next; next > 1<<width-1 {
			for codes%8 != 0 { // the codes of one width come in groups of eight
				put(0)
			}
			width++
		}
		next++
	}
	put(table[word])
	if held > 0 {
		out = append(out, byte(bits))
	}
	return out
}

func TestLZW(t *testing.T) {
	want := plainText(500_000)
	packed := packLZW(want)
	if gunzip, err := exec.LookPath("gzip"); err == nil {
		cmd := exec.Command(gunzip, "-dc")
		cmd.Stdin = bytes.NewReader(packed)
		if out, err := cmd.Output(); err != nil || !bytes.Equal(out, want) {
			t.Fatalf("the genuine gzip expands it to %d bytes: %v", len(out), err)
		}
	}
	f, err := expand(memoryFile{bytes.NewReader(packed)}, ".Z")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got, err := io.ReadAll(sequential(f))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %v; want %d", len(got), err, len(want))
	}
}

func packGzip(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(b)
	w.Close()
	return out.Bytes()
}

func packZstd(b []byte) []byte {
	w, _ := zstd.NewWriter(nil)
	return w.EncodeAll(b, nil)
}

// TestCompressedArchive reads an archive of which some files are compressed.
func TestCompressedArchive(t *testing.T) {
	meta, index, volume := specimen(3)
	for name, files := range map[string]memory{
		"gz":  {"x.meta.gz": packGzip(meta), "x.index": index, "x.0.gz": packGzip(volume)},
		"z":   {"x.meta": meta, "x.index.z": packGzip(index), "x.0": volume},
		"Z":   {"x.meta.Z": packLZW(meta), "x.index": index, "x.0.Z": packLZW(volume)},
		"zst": {"x.meta.zst": packZstd(meta), "x.index.zst": packZstd(index), "x.0.zst": packZstd(volume)},
	} {
		a, err := openIn(files, "x", Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if end, err := a.End(); err != nil || end.Unix() != 105 {
			t.Errorf("%s: end %v, %v", name, end, err)
		}
		exercise(a)
	}
}

func TestCompressedTruncated(t *testing.T) {
	meta, index, volume := specimen(2)
	packed := packGzip(volume)
	files := memory{"x.meta": meta, "x.index": index, "x.0.gz": packed[:len(packed)-9]}
	if _, err := openIn(files, "x", Options{}); libpcp.Code(err) != libpcp.ErrLogRec {
		t.Errorf("a truncated .gz volume: %v", err)
	}
	files = memory{"x.meta": meta, "x.index": index, "x.0.xz": volume}
	if _, err := openIn(files, "x", Options{}); libpcp.Code(err) != libpcp.ErrLogRec {
		t.Errorf("a volume that is not an .xz file: %v", err)
	}
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

// TestSpoolErrors tells a file that is damaged from one that cannot be read.
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
