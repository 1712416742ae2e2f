package zstd_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	klauspost "github.com/klauspost/compress/zstd"

	"pcptools/libpcp/internal/zstd"
)

// text is random, with repetitions from near and far.
func text(r *rand.Rand, size int) []byte {
	var b []byte
	for len(b) < size {
		if n := len(b); n > 0 && r.IntN(4) > 0 {
			from := r.IntN(n)
			b = append(b, b[from:min(n, from+r.IntN(1<<r.IntN(16)))]...)
		} else {
			for range r.IntN(64) {
				b = append(b, byte(r.IntN(1<<r.IntN(9))))
			}
		}
	}
	return b[:size]
}

func compress(t testing.TB, plain []byte, options ...klauspost.EOption) []byte {
	w, err := klauspost.NewWriter(nil, options...)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return w.EncodeAll(plain, nil)
}

// TestAgainstEncoder expands what another implementation has compressed, also
// in several frames and with windows larger than those of the original.
func TestAgainstEncoder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, 100, 1 << 17, 1<<20 + 3, 10 << 20} {
		for _, level := range []klauspost.EncoderLevel{klauspost.SpeedFastest, klauspost.SpeedBetterCompression} {
			plain := text(r, size)
			packed := compress(t, plain, klauspost.WithEncoderLevel(level), klauspost.WithWindowSize(16<<20))
			packed = append(packed, compress(t, plain[:size/2])...)
			got, err := io.ReadAll(zstd.NewReader(bytes.NewReader(packed)))
			if err != nil || !bytes.Equal(got, append(plain[:size:size], plain[:size/2]...)) {
				t.Errorf("%d bytes, level %v: got %d bytes, %v", size, level, len(got), err)
			}
		}
	}
}

// FuzzReader compares with another implementation: what both expand, they
// expand to the same.
func FuzzReader(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, size := range []int{0, 10, 1000, 5000} {
		f.Add(compress(f, text(r, size)))
	}
	z, err := klauspost.NewReader(nil, klauspost.WithDecoderMaxMemory(1<<24), klauspost.WithDecoderConcurrency(1))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		const limit = 1 << 20
		got, err := io.ReadAll(io.LimitReader(zstd.NewReader(bytes.NewReader(packed)), limit))
		if err != nil || len(got) == limit {
			return
		}
		if want, err := z.DecodeAll(packed, nil); err == nil && !bytes.Equal(got, want) {
			t.Errorf("%d bytes that differ from the other's %d", len(got), len(want))
		}
	})
}
