package linux_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/libpcp"
)

// TestHostile puts nonsense into all of the kernel's files: a metric may have
// no value or a wrong one, but nothing panics.
func TestHostile(t *testing.T) {
	for name, spoil := range map[string]func([]byte) []byte{
		"empty":    func([]byte) []byte { return nil },
		"cut":      func(b []byte) []byte { return b[:len(b)*2/3] },
		"blank":    func(b []byte) []byte { return []byte(strings.Repeat(" \n", len(b))) },
		"one line": func(b []byte) []byte { return []byte(strings.ReplaceAll(string(b), "\n", " ")) },
		"words": func(b []byte) []byte {
			return []byte(strings.NewReplacer("0", "x", "1", ":", "2", "-").Replace(string(b)))
		},
		"huge":      func(b []byte) []byte { return []byte(strings.ReplaceAll(string(b), " ", " 99999999999999999999")) },
		"no blanks": func(b []byte) []byte { return []byte(strings.ReplaceAll(string(b), " ", "")) },
		"zeros":     func(b []byte) []byte { return make([]byte, len(b)) },
		"negative":  func(b []byte) []byte { return []byte(strings.ReplaceAll(string(b), " ", " -")) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("LINUX_STATSPATH", spoiled(t, spoil))
			t.Setenv("PCP_VAR_DIR", t.TempDir())
			fetchEverything(t)
		})
	}
}

// spoiled copies a tree of files, spoilt.
func spoiled(t *testing.T, spoil func([]byte) []byte) string {
	const tree = "../../../tests/linux/testdata/small"
	root := t.TempDir()
	err := filepath.WalkDir(tree, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(root, strings.TrimPrefix(path, tree))
		if d.IsDir() {
			return os.MkdirAll(to, 0o777)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, spoil(text), 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func fetchEverything(t *testing.T) {
	c := newContext()
	defer c.Close()
	ctx := context.Background()
	names, err := c.Traverse(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	ids, err := c.Lookup(ctx, names...)
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.Fetch(ctx, ids)
	if err != nil {
		t.Fatal(err)
	}
	for i, set := range result.Sets {
		if set.Err == libpcp.ErrGeneric {
			t.Errorf("%s panics", names[i])
		}
	}
}
