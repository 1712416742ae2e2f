package archive

import (
	"math"
	"testing"
)

// TestBlockOffset has words that only 64 bits can multiply.
func TestBlockOffset(t *testing.T) {
	body := make([]byte, 100)
	for word, want := range map[uint32]int{
		0: -1, 2: -1, 3: 0, 4: 4, 27: 96, 28: -1,
		1 << 29: -1, 1<<30 + 3: -1, 1<<31 + 4: -1, 3<<30 + 4: -1, math.MaxUint32: -1,
	} {
		pos, ok := blockOffset(body, word)
		if ok != (want >= 0) || ok && pos != want {
			t.Errorf("word %#x: %d, %v, want %d", word, pos, ok, want)
		}
	}
}
