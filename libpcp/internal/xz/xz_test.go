package xz

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// content is what the files in testdata expand to: text that repeats itself
// near and far, and some that does not.
func content() []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b []byte
	for len(b) < 200_000 {
		switch r.IntN(4) {
		case 0:
			for range r.IntN(40) {
				b = append(b, byte(r.Uint32()))
			}
		case 1:
			b = append(b, bytes.Repeat([]byte{byte('a' + r.IntN(3))}, r.IntN(3000))...)
		default:
			from := r.IntN(len(b) + 1)
			b = append(b, b[from:min(len(b), from+r.IntN(4000))]...)
		}
	}
	return b
}

// files says which content, a number of times, each file holds:
//
//	xz --block-size=65536 -C CHECK < content > CHECK.xz
//	xz -0 < content > streams.xz, twice, with eight zero bytes in between
//	xz < random > stored.xz, with the first 3000 bytes of a random source
//	xz --format=lzma < content > content.lzma
var files = map[string]int{"none.xz": 1, "crc32.xz": 1, "crc64.xz": 1, "sha256.xz": 1, "streams.xz": 2}

// expandAll expands an .xz file, block after block.
func expandAll(b []byte, into bool) ([]byte, error) {
	r := bytes.NewReader(b)
	blocks, err := ReadIndex(r, r.Size())
	if err != nil {
		return nil, err
	}
	var all []byte
	for _, block := range blocks {
		d, err := Open(r, block)
		if err != nil {
			return all, err
		}
		if into && block.Size < 1<<20 {
			d.Into(make([]byte, block.Size))
		}
		added, err := drain(d.More)
		all = append(all, added...)
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

func drain(more func() ([]byte, error)) (all []byte, err error) {
	for len(all) < 64<<20 {
		b, err := more()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, b...)
	}
	return all, errors.New("too much")
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestExpand(t *testing.T) {
	for name, times := range files {
		for _, into := range []bool{false, true} {
			got, err := expandAll(read(t, name), into)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if want := bytes.Repeat(content(), times); !bytes.Equal(got, want) {
				t.Errorf("%s: %d bytes, want %d", name, len(got), len(want))
			}
		}
	}
}

func TestStored(t *testing.T) {
	r := rand.NewChaCha8([32]byte{1})
	want := make([]byte, 3000)
	r.Read(want)
	if got, err := expandAll(read(t, "stored.xz"), true); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

func TestAlone(t *testing.T) {
	d, err := OpenAlone(read(t, "content.lzma"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := drain(d.More); err != nil || !bytes.Equal(got, content()) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// TestDamage flips each byte of a file in turn: none may go unnoticed but
// those of padding.
func TestDamage(t *testing.T) {
	whole := read(t, "crc64.xz")
	want := content()
	for i := range whole {
		b := bytes.Clone(whole)
		b[i] ^= 0x55
		if got, err := expandAll(b, true); err == nil && !bytes.Equal(got, want) {
			t.Errorf("byte %d: %d wrong bytes without an error", i, len(got))
		}
		if i > 2000 && testing.Short() {
			break
		}
	}
}

func TestTruncated(t *testing.T) {
	whole := read(t, "crc32.xz")
	for _, n := range []int{0, 1, 11, 12, 100, len(whole) - 12, len(whole) - 1} {
		if _, err := expandAll(whole[:n], true); err == nil {
			t.Errorf("%d of %d bytes expand", n, len(whole))
		}
	}
	alone := read(t, "content.lzma")
	d, err := OpenAlone(alone[:len(alone)/2])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := drain(d.More); err == nil {
		t.Error("half of an .lzma file expands")
	}
}

func FuzzExpand(f *testing.F) {
	f.Add(read(f, "stored.xz"))
	f.Add(read(f, "crc32.xz"))
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := expandAll(b, len(b)%2 == 0)
		if err == nil && len(got) > len(b)*maxRatio {
			t.Errorf("%d bytes expand to %d", len(b), len(got))
		}
	})
}

// FuzzChunks gets past the checksums of the container.
func FuzzChunks(f *testing.F) {
	whole := read(f, "crc32.xz")
	f.Add(whole[24 : len(whole)-40])
	f.Fuzz(func(t *testing.T, b []byte) {
		c := chunks{src: bytes.NewReader(b), window: window{buf: make([]byte, 1<<20)}}
		for !c.done {
			if c.next() != nil {
				return
			}
		}
	})
}

func FuzzAlone(f *testing.F) {
	f.Add(read(f, "content.lzma"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if d, err := OpenAlone(b); err == nil && d.dict <= 1<<20 {
			drain(d.More)
		}
	})
}

func BenchmarkExpand(b *testing.B) {
	whole := read(b, "crc64.xz")
	b.SetBytes(int64(len(content())))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := expandAll(whole, true); err != nil {
			b.Fatal(err)
		}
	}
}
