package pseudo

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

func TestNames(t *testing.T) {
	dir := t.TempDir()
	var want []string
	for i := range 10 {
		name := strconv.Itoa(i)
		want = append(want, name)
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got := Names(dir, MaxNames)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("Names = %q, want %q", got, want)
	}
	if got := Names(dir, 3); len(got) != 3 {
		t.Errorf("%d names, want 3", len(got))
	}
	for _, path := range []string{filepath.Join(dir, "none"), filepath.Join(dir, "1")} {
		if got := Names(path, MaxNames); len(got) != 0 {
			t.Errorf("Names(%s) = %q, want none", path, got)
		}
	}
}
