package pmda

import (
	"strings"
	"testing"

	"pcptools/libpcp"
)

// TestResetBounded makes the same strings again and again, in memory that has
// been used for them: it does not grow.
func TestResetBounded(t *testing.T) {
	for _, sizes := range [][]int{{300, 300, 300, 300, 300}, {2 * mostRoom, 12, mostRoom}, {12, 5000, 12, 300_000, 700}} {
		var e Encoder
		for range 50 {
			for i, size := range sizes {
				text := strings.Repeat(string(rune('a'+i)), size)
				v, _, err := e.Value(1, libpcp.StringAtom(text))
				if err != nil || string(v.Block().Data) != text+"\x00" {
					t.Fatalf("%v: %v", sizes, err)
				}
			}
			e.Reset()
		}
		needed, spare := 0, 0
		for _, size := range sizes {
			needed += size
		}
		for _, piece := range e.spare {
			spare += cap(piece)
		}
		if spare > 8*needed {
			t.Errorf("%v: %d bytes are spare, for %d", sizes, spare, needed)
		}
	}
}
