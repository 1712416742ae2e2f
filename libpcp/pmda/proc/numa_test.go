package proc

import (
	"os"
	"path/filepath"
	"testing"
)

// TestNodes compares with what PCP 7.2.2 shows: each kind of memory on all nodes
// that the process has any on.
func TestNodes(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "proc/8")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "numa_maps"), "55a2 default heap anon=201 dirty=201 N0=201 kernelpagesize_kB=4\n"+
		"7ffc default stack anon=3 dirty=3 N0=2 N1=1 kernelpagesize_kB=4\n7f00 default file=/x mapped=3 N0=3 kernelpagesize_kB=4\n")
	var p process
	p.begin(&host{root: root}, viewer{})
	defer p.end()
	p.visit(8)
	for key, want := range map[string]string{"huge": "node0:0.00,node1:0.00", "heap": "node0:0.79,node1:0.00", "stack": "node0:0.01,node1:0.00"} {
		atom, err := p.nodes(&row{key: key})
		if got := string(atom.Bytes()); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", key, got, err, want)
		}
	}
}
