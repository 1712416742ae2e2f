package local_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmns"
)

// TestDaemonNames has names from a file, of which a subtree is left to the program.
func TestDaemonNames(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PCP_LOG_DIR", dir)
	t.Setenv("PCP_RUN_DIR", dir)
	file := filepath.Join(dir, "names")
	if err := os.WriteFile(file, []byte("root {\n given\n simple 253:*:*\n}\ngiven {\n id 253:9:0\n}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	tree, err := pmns.Load(file, pmns.Options{})
	if err != nil {
		t.Fatal(err)
	}
	program := local.Daemon(253, os.Args[0], "agent")
	program.Command.Names = func() *pmns.Tree { return tree }
	s := local.New(local.Config{Greeting: time.Minute, Timeout: time.Minute}, program)
	defer s.Close()
	c := libpcp.NewContext(s)
	for name, want := range map[string][]string{
		"":        {"given.id", "simple.color", "simple.pid", "simple.user"},
		"given":   {"given.id"},
		"simple":  {"simple.color", "simple.pid", "simple.user"},
		"nothing": nil,
	} {
		got, err := c.Traverse(ctx, name)
		if (err == nil) != (want != nil) || slices.ContainsFunc(want, func(n string) bool { return !slices.Contains(got, n) }) || slices.Contains(got, "simple") {
			t.Errorf("below %q: %q, %v; want %q", name, got, err, want)
		}
	}
	children, err := c.Children(ctx, "simple")
	if len(children) < 3 || err != nil {
		t.Errorf("children: %v, %v", children, err)
	}
	pid := libpcp.NewPMID(253, 9, 0)
	if names, err := c.Names(ctx, pid); err != nil || !slices.Equal(names, []string{"given.id"}) {
		t.Errorf("names: %q, %v", names, err)
	}
	if names, err := c.Names(ctx, pid+1); err != nil || !slices.Equal(names, []string{"simple.user"}) {
		t.Errorf("names that the program knows: %q, %v", names, err)
	}
	if id, err := c.Lookup(ctx, "simple.pid"); len(id) != 1 || id[0] != pid || err != nil {
		t.Errorf("a name that the program knows: %v, %v", id, err)
	}
}
