package proc

import (
	"fmt"
	"strings"
	"testing"
)

// TestNames adds names, forgets some and adds others between those left.
func TestNames(t *testing.T) {
	var n instanceNames
	var table pidTable
	for _, pids := range [][]int32{{3, 5, 9}, {1, 3, 4, 9, 11}, {}, {7}} {
		table.update(pids)
		n.keep(&table)
		lacking := n.lacking(pids)
		var p pieces
		names := make([]string, len(lacking))
		for i, pid := range lacking {
			names[i] = p.string(fmt.Append(nil, "process ", pid))
		}
		n.add(lacking, names)
		for pid := int32(1); pid < 12; pid++ {
			want := ""
			if table.has(pid) {
				want = fmt.Sprint("process ", pid)
			}
			if got := n.of(pid); got != want {
				t.Errorf("of %d, process %d is %q", pids, pid, got)
			}
		}
	}
}

// TestPieces has strings that stay what they are while others are added, a
// longer one than a piece among them.
func TestPieces(t *testing.T) {
	var p pieces
	var got, want []string
	for i := range 100 {
		text := strings.Repeat(string(rune('a'+i%26)), i*i%(2*pieceSize))
		got, want = append(got, p.string([]byte(text))), append(want, text)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("string %d is %q", i, got[i])
		}
	}
}
