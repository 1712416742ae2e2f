package expand

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"

	"pcptools/libpcp"
)

const xzTestBlock = 60_000

// packXZ compresses in blocks of a size.
func packXZ(t testing.TB, b []byte, block int64) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := xz.WriterConfig{BlockSize: block, DictCap: 1 << 16}.NewWriter(&out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func openPacked(t testing.TB, packed []byte) *xzFile {
	t.Helper()
	f, err := openXZ(memoryFile{bytes.NewReader(packed)})
	if err != nil {
		t.Fatal(err)
	}
	return f.(*xzFile)
}

// twoProcs has blocks expanded ahead, whatever the machine.
func twoProcs(t *testing.T) {
	before := runtime.GOMAXPROCS(2)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
}

func sameAt(t *testing.T, f File, want []byte, off, n int) {
	t.Helper()
	got := make([]byte, n)
	m, err := f.ReadAt(got, int64(off))
	if end := min(off+n, len(want)); m != end-off || !bytes.Equal(got[:m], want[off:end]) || (err == io.EOF) != (end < off+n) {
		t.Fatalf("%d bytes at %d: %d, %v", n, off, m, err)
	}
}

// TestXZ reads forwards, backwards and anywhere.
func TestXZ(t *testing.T) {
	want := plainText(20*xzTestBlock + 77)
	packed := packXZ(t, want, xzTestBlock)
	for _, procs := range []int{1, 2} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		f := openPacked(t, packed)
		for off := 0; off < len(want); off += 25_000 {
			sameAt(t, f, want, off, 25_000)
		}
		for off := len(want) - 21_000; off >= 0; off -= 21_000 {
			sameAt(t, f, want, off, 21_000)
		}
		r := rand.New(rand.NewPCG(1, uint64(procs)))
		for range 30 {
			sameAt(t, f, want, r.IntN(len(want)), r.IntN(3*xzTestBlock)+1)
		}
		if len(f.cache) > keptBlocks {
			t.Errorf("%d blocks kept", len(f.cache))
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestXZAhead says which blocks are opened by reading some: only those, and
// one more when the reading goes on from one to the next, or back over two.
func TestXZAhead(t *testing.T) {
	twoProcs(t)
	packed := packXZ(t, plainText(20*xzTestBlock), xzTestBlock)
	for _, test := range []struct {
		name  string
		reads []int
		want  []int
	}{
		{"a jump", []int{10}, []int{10}},
		{"jumps", []int{3, 9, 5}, []int{3, 9, 5}},
		{"forwards", []int{4, 5}, []int{4, 6, 5}},
		{"further", []int{4, 5, 6}, []int{5, 7, 6}},
		{"a step back", []int{8, 7}, []int{8, 7}},
		{"backwards", []int{8, 7, 6}, []int{7, 5, 6}},
		{"to and fro", []int{4, 5, 4, 5, 4}, []int{6, 5, 4}},
		{"to the end", []int{18, 19}, []int{18, 19}},
		{"to the start", []int{2, 1, 0}, []int{2, 1, 0}},
		{"within one", []int{7, 7, 7}, []int{7}},
	} {
		f := openPacked(t, packed)
		for _, i := range test.reads {
			if _, err := f.ReadAt(make([]byte, 10), int64(i)*xzTestBlock+5); err != nil {
				t.Fatal(err)
			}
		}
		var got []int
		for _, b := range f.cache {
			got = append(got, b.number)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: blocks %v, want %v", test.name, got, test.want)
		}
		f.Close()
	}
}

// TestXZClose closes files while blocks are being expanded ahead.
func TestXZClose(t *testing.T) {
	twoProcs(t)
	const block = 8 * xzStep
	packed := packXZ(t, make([]byte, 4*block), block)
	before := runtime.NumGoroutine()
	for range 20 {
		f := openPacked(t, packed)
		for i := range int64(2) {
			if _, err := f.ReadAt(make([]byte, 10), i*block); err != nil {
				t.Fatal(err)
			}
		}
		ahead := f.cache[1]
		f.Close()
		if ahead.ahead != nil {
			t.Fatal("still being expanded")
		}
	}
	n := runtime.NumGoroutine()
	for deadline := time.Now().Add(time.Minute); n > before && time.Now().Before(deadline); n = runtime.NumGoroutine() {
		time.Sleep(time.Millisecond) // one that has done its work may still be ending
	}
	if n > before {
		t.Errorf("%d goroutines, %d before", n, before)
	}
}

// TestXZDamaged reads around a damaged block.
func TestXZDamaged(t *testing.T) {
	twoProcs(t)
	want := plainText(5 * xzTestBlock)
	whole := packXZ(t, want, xzTestBlock)
	third := openPacked(t, whole).blocks[2]
	for name, at := range map[string]int64{
		"header": third.offset + 3,
		"data":   third.offset + third.compressed/2,
		"check":  third.offset + third.compressed - 1,
	} {
		packed := bytes.Clone(whole)
		packed[at] ^= 0x10
		f := openPacked(t, packed)
		for i := range 5 {
			if i != 2 {
				sameAt(t, f, want, i*xzTestBlock, xzTestBlock)
				continue
			}
			_, err := f.ReadAt(make([]byte, xzTestBlock), 2*xzTestBlock)
			if libpcp.Code(err) != libpcp.ErrLogRec {
				t.Errorf("%s: %v, want %v", name, err, libpcp.ErrLogRec)
			}
		}
		f.Close()
	}
}

// TestXZLong reads a block that does not fit in memory.
func TestXZLong(t *testing.T) {
	defer func(old int64) { maxXZMemory = old }(maxXZMemory)
	const limit = 1 << 20
	maxXZMemory = limit
	want := make([]byte, limit+100_000)
	copy(want[limit:], plainText(100_000))
	f := openPacked(t, packXZ(t, want, 1<<40))
	defer f.Close()
	for _, off := range []int{len(want) - 5000, 10, limit - 100} {
		sameAt(t, f, want, off, 5000)
	}
}

func packLZMA(t testing.TB, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := lzma.NewWriter(&out)
	if err != nil {
		t.Fatal(err)
	}
	w.Write(b)
	w.Close()
	return out.Bytes()
}

func TestLZMA(t *testing.T) {
	want := plainText(300_000)
	packed := packLZMA(t, want)
	for name, b := range map[string][]byte{"lzma": packed, "xz": packXZ(t, want, xzTestBlock)} {
		f, err := Open(context.Background(), memoryFile{bytes.NewReader(b)}, ".lzma")
		if err != nil {
			t.Fatal(err)
		}
		sameAt(t, f, want, 0, len(want))
		f.Close()
		if _, err := Open(context.Background(), memoryFile{bytes.NewReader(b[:len(b)/2])}, ".lzma"); libpcp.Code(err) != libpcp.ErrLogRec {
			t.Errorf("half of an .lzma file (%s): %v", name, err)
		}
	}
}

func FuzzLZMA(f *testing.F) {
	f.Add(packLZMA(f, plainText(3000)))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 8 && (b[3] > 1 || b[4] != 0) {
			return // a large dictionary only takes time
		}
		s, err := expandLZMA(memoryFile{bytes.NewReader(b)})
		if err == nil {
			s.fill(1 << 20)
			s.close()
		}
	})
}
