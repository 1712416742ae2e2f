package expand

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"pcptools/libpcp"
)

func packZstd(t testing.TB, b []byte, options ...zstd.EOption) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil, append(options, zstd.WithEncoderConcurrency(1))...)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return w.EncodeAll(b, nil)
}

// TestZstd reads a file of two frames forwards, backwards and anywhere.
func TestZstd(t *testing.T) {
	want := plainText(maxMemory + 5*spoolChunk)
	packed := append(packZstd(t, want[:maxMemory]), packZstd(t, want[maxMemory:])...)
	r := rand.New(rand.NewPCG(1, 2))
	for range 3 {
		f, err := Open(context.Background(), memoryFile{bytes.NewReader(packed)}, ".zst")
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			sameAt(t, f, want, r.IntN(len(want)), r.IntN(100_000)+1)
		}
		if size, err := f.Size(); err != nil || size != int64(len(want)) {
			t.Errorf("size %d, %v", size, err)
		}
		f.Close()
	}
}

// TestZstdLazy expands no more than is read, on no goroutine but the reader's.
func TestZstdLazy(t *testing.T) {
	want := plainText(8 * spoolChunk)
	before := runtime.NumGoroutine()
	f, err := Open(context.Background(), memoryFile{bytes.NewReader(packZstd(t, want))}, ".zst")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sameAt(t, f, want, 0, 1000)
	if n := f.(*spoolFile).n; n > spoolChunk {
		t.Errorf("%d bytes expanded", n)
	}
	n := runtime.NumGoroutine()
	for deadline := time.Now().Add(time.Minute); n > before && time.Now().Before(deadline); n = runtime.NumGoroutine() {
		time.Sleep(time.Millisecond) // a finalizer counts while it runs
	}
	if n > before {
		t.Errorf("%d goroutines, %d before", n, before)
	}
}

// TestZstdDamaged reads what comes before the damage.
func TestZstdDamaged(t *testing.T) {
	want := plainText(4 * spoolChunk)
	packed := packZstd(t, want)
	f, err := Open(context.Background(), memoryFile{bytes.NewReader(packed[:len(packed)/2])}, ".zst")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sameAt(t, f, want, 5, 1000)
	if _, err := f.ReadAt(make([]byte, 100), int64(len(want)-100)); libpcp.Code(err) != libpcp.ErrLogRec {
		t.Errorf("behind the damage: %v, want %v", err, libpcp.ErrLogRec)
	}
	if _, err := f.Size(); libpcp.Code(err) != libpcp.ErrLogRec {
		t.Errorf("size: %v, want %v", err, libpcp.ErrLogRec)
	}
}

// TestZstdWindow refuses a file that refers back further than zstd(1) does
// without being asked to.
func TestZstdWindow(t *testing.T) {
	const (
		magic  = "\x28\xb5\x2f\xfd"
		window = (28 - 10) << 3 // 256 MiB
	)
	f, err := Open(context.Background(), memoryFile{bytes.NewReader([]byte(magic + "\x00" + string([]byte{window}) + "\x19\x00\x00abc"))}, ".zst")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if b, err := io.ReadAll(sequential(f)); libpcp.Code(err) != libpcp.ErrLogRec {
		t.Errorf("%q, %v", b, err)
	}
}

func FuzzZstd(f *testing.F) {
	for _, size := range []int{0, 10, 1000, 5000} {
		f.Add(packZstd(f, plainText(size)))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		z, err := Open(context.Background(), memoryFile{bytes.NewReader(b)}, ".zst")
		if err != nil {
			t.Fatal(err)
		}
		defer z.Close()
		if !z.Reaches(1<<20) && z.(*spoolFile).err == nil {
			t.Error("a short file without an end")
		}
	})
}
