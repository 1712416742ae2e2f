package archive

import (
	"testing"

	"pcptools/libpcp"
)

// TestNameTreeDot has a name that begins with a dot, which only damage makes: it leaves
// the root, and with it the other names, where they are.
func TestNameTreeDot(t *testing.T) {
	tree := &nameTree{nodes: make([]nameNode, 1), index: map[string]int32{"": 0}}
	for i, name := range []string{"a.b", ".x", "a.c"} {
		tree.insert(name, libpcp.NewPMID(70, 0, uint32(i)), false)
	}
	if tree.index[""] != 0 {
		t.Error("the root is elsewhere")
	}
	var names []string
	for _, n := range tree.walk(0) {
		if n.leaf() {
			names = append(names, n.path)
		}
	}
	if len(names) != 3 {
		t.Errorf("names %q", names)
	}
}
