package logfile

import (
	"math"
	"testing"

	"pcptools/libpcp"
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

// TestOverlappingBlocks has values that share a block, and would take much
// memory each with their own.
func TestOverlappingBlocks(t *testing.T) {
	body := make([]byte, 1<<20)
	copy(body, []byte{byte(libpcp.TypeString), 0x0f, 0xff, 0xff}) // all of it
	values := make([]libpcp.Value, 1000)
	for i := range values {
		values[i].Word = -blockBase / 4
	}
	if !decodeBlocks(values[:1], body, new([]byte)) {
		t.Error("one block")
	}
	for i := range values {
		values[i] = libpcp.Value{Word: -blockBase / 4}
	}
	if decodeBlocks(values, body, new([]byte)) {
		t.Error("a thousand in the place of one")
	}
}
