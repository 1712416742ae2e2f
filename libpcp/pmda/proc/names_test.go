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
		var w nameWriter
		places := make([]place, len(lacking))
		for i, pid := range lacking {
			places[i] = w.add(fmt.Append(nil, "process ", pid))
		}
		n.add(lacking, places, w.end())
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

// TestNameTexts has names that stay what they are while others are added, some
// longer than a text, and when those before them are forgotten.
func TestNameTexts(t *testing.T) {
	var n instanceNames
	var table pidTable
	name := func(pid int32) string {
		return strings.Repeat(string(rune('a'+pid%26)), 1+int(pid)*int(pid)%(5*pieceSize))
	}
	const step, last = 40, 2000
	for first := int32(1); first <= last; first += step {
		var pids []int32
		for pid := max(1, first-2*step); pid < first+step; pid++ {
			pids = append(pids, pid)
		}
		table.update(pids)
		n.keep(&table)
		var w nameWriter
		var places []place
		lacking := n.lacking(pids)
		for _, pid := range lacking {
			places = append(places, w.add([]byte(name(pid))))
		}
		n.add(lacking, places, w.end())
		for _, pid := range pids {
			if got := n.of(pid); got != name(pid) {
				t.Fatalf("from %d: the name of %d is %.10q… (%d bytes)", first, pid, got, len(got))
			}
		}
	}
	size := 0
	for _, text := range n.texts {
		size += len(text)
	}
	if needed := 3 * step * 5 * pieceSize; size > 2*needed {
		t.Errorf("%d bytes of names, where %d are needed at most", size, needed)
	}
}
