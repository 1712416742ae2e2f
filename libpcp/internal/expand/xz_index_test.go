package expand

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
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
var files = map[string]int{"none.xz": 1, "crc32.xz": 1, "crc64.xz": 1, "sha256.xz": 1, "streams.xz": 2}

// expandAll expands an .xz file, block after block, up to a limit.
func expandAll(b []byte, limit int64) ([]byte, error) {
	r := bytes.NewReader(b)
	blocks, err := readXZIndex(r, r.Size())
	if err != nil {
		return nil, err
	}
	var all []byte
	for _, block := range blocks {
		d, err := openBlock(r, block)
		if err != nil {
			return all, err
		}
		added, err := io.ReadAll(io.LimitReader(d, limit-int64(len(all))))
		d.Close()
		all = append(all, added...)
		if err != nil || int64(len(all)) >= limit {
			return all, err
		}
	}
	return all, nil
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
		got, err := expandAll(read(t, name), 1<<30)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if want := bytes.Repeat(content(), times); !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, want %d", name, len(got), len(want))
		}
	}
}

func TestStored(t *testing.T) {
	r := rand.NewChaCha8([32]byte{1})
	want := make([]byte, 3000)
	r.Read(want)
	if got, err := expandAll(read(t, "stored.xz"), 1<<30); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// TestOrder expands blocks from the last to the first: each stands alone.
func TestOrder(t *testing.T) {
	b, want := read(t, "streams.xz"), bytes.Repeat(content(), 2)
	r := bytes.NewReader(b)
	blocks, err := readXZIndex(r, r.Size())
	if err != nil || len(blocks) != 2 {
		t.Fatalf("%d blocks, %v", len(blocks), err)
	}
	for i := len(blocks) - 1; i >= 0; i-- {
		d, err := openBlock(r, blocks[i])
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(d)
		d.Close()
		if from := blocks[i].start; err != nil || !bytes.Equal(got, want[from:from+blocks[i].size]) {
			t.Errorf("block %d: %d bytes, %v", i, len(got), err)
		}
	}
}

// TestDamage damages one byte of a file after another: none may go unnoticed
// but those of padding.
func TestDamage(t *testing.T) {
	whole := read(t, "crc64.xz")
	want := content()
	for i := 0; i < len(whole); i += 7 {
		b := bytes.Clone(whole)
		b[i] ^= 0x55
		if got, err := expandAll(b, 1<<20); err == nil && !bytes.Equal(got, want) {
			t.Errorf("byte %d: %d wrong bytes without an error", i, len(got))
		}
	}
}

func TestTruncated(t *testing.T) {
	whole := read(t, "crc32.xz")
	for _, n := range []int{0, 1, 11, 12, 100, len(whole) - 12, len(whole) - 1} {
		if _, err := expandAll(whole[:n], 1<<20); err == nil {
			t.Errorf("%d of %d bytes expand", n, len(whole))
		}
	}
}

// TestClaims gives an index that claims more than the file can hold.
func TestClaims(t *testing.T) {
	for name, b := range map[string]xzEntry{
		"longer than the file":   {compressed: 1 << 40, size: 100},
		"many times the block":   {compressed: 16, size: 1 << 40},
		"no block":               {compressed: 1, size: 1},
		"as long as can be":      {compressed: 1<<62 - 1, size: 1<<62 - 1},
		"more than can be added": {compressed: 16, size: -1},
	} {
		file := appendTail(append(appendHeader(nil, 1), make([]byte, 16)...), b)
		if _, err := readXZIndex(bytes.NewReader(file), int64(len(file))); !errors.Is(err, errXZ) {
			t.Errorf("%s: %v, want %v", name, err, errXZ)
		}
	}
}

// TestSize gives an index that differs from the block in its size.
func TestSize(t *testing.T) {
	whole := read(t, "stored.xz")
	blocks, err := readXZIndex(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	for _, by := range []int64{-3000, -2999, -1, 1, 1000} {
		b := blocks[0]
		b.size += by
		d, err := openBlock(bytes.NewReader(whole), b)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(d); err == nil {
			t.Errorf("%d bytes more: %d bytes without an error", by, len(got))
		}
		d.Close()
	}
}

func FuzzExpand(f *testing.F) {
	f.Add(read(f, "stored.xz"))
	f.Add(read(f, "crc32.xz"))
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := expandAll(b, 16<<20)
		if err == nil && len(got) > len(b)*maxXZRatio {
			t.Errorf("%d bytes expand to %d", len(b), len(got))
		}
	})
}

// FuzzIndex gets past the checksum of the index.
func FuzzIndex(f *testing.F) {
	whole := read(f, "crc32.xz")
	f.Add(whole[len(whole)-12-24:len(whole)-12-4], uint32(len(whole)-48))
	f.Add([]byte{0, 1, 16, 100}, uint32(16))
	f.Fuzz(func(t *testing.T, b []byte, limit uint32) {
		b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
		if len(b) < 8 {
			return
		}
		blocks, _, err := parseIndex(b, 1, int64(limit))
		if err != nil {
			return
		}
		end := int64(0)
		for i, block := range blocks {
			if block.offset < end || block.compressed <= 0 || block.size < 0 {
				t.Fatalf("block %d: %+v", i, block)
			}
			end = block.offset + block.compressed
		}
		if end > int64(limit) {
			t.Errorf("blocks end at %d of %d", end, limit)
		}
	})
}

// FuzzBlock gets past the checksums of the container.
func FuzzBlock(f *testing.F) {
	whole := read(f, "none.xz")
	blocks, err := readXZIndex(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		f.Fatal(err)
	}
	for _, b := range blocks {
		f.Add(whole[b.offset+12:b.offset+b.compressed], byte(8), uint32(b.size))
	}
	f.Fuzz(func(t *testing.T, data []byte, dict byte, size uint32) {
		header := []byte{2, 0, 0x21, 1, dict % 24, 0, 0, 0}
		body := binary.LittleEndian.AppendUint32(header, crc32.ChecksumIEEE(header))
		body = append(body, data...)
		b := xzEntry{compressed: int64(len(body)), size: int64(size)}
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
		got, err := expandAll(appendTail(append(appendHeader(nil, 0), body...), b), 16<<20)
		if err == nil && int64(len(got)) != min(b.size, 16<<20) {
			t.Errorf("%d bytes, want %d", len(got), b.size)
		}
	})
}

func BenchmarkExpand(b *testing.B) {
	whole := read(b, "crc64.xz")
	b.SetBytes(int64(len(content())))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := expandAll(whole, 1<<30); err != nil {
			b.Fatal(err)
		}
	}
}

// TestShortEntries has an index whose entries are as short as they can be.
func TestShortEntries(t *testing.T) {
	const n = 30
	b := append([]byte{0, n}, bytes.Repeat([]byte{40, 10}, n)...)
	b = append(b, make([]byte, -len(b)&3)...)
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	blocks, total, err := parseIndex(b, 1, 1<<20)
	if err != nil || len(blocks) != n || total != 40*n || blocks[n-1].size != 10 {
		t.Errorf("%d blocks of %d bytes, %v", len(blocks), total, err)
	}
}
