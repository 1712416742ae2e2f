package proc

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// TestReadOwners has names of users, right and wrong: the first of a number counts.
func TestReadOwners(t *testing.T) {
	file := filepath.Join(t.TempDir(), "passwd")
	text := "root:x:0:0:root:/root:/bin/sh\ntoor:x:0:0::/:\nshort:x\nno number:x:y:1\nadm:x: 4\nlast:x:4294967295:7\nlarge:x:4294967296:7\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	want := map[uint32]string{0: "root", 4: "adm", 4294967295: "last"}
	if got := readOwners(file); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
