package local_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda/sample"
	"pcptools/libpcp/pmda/simple"
	"pcptools/libpcp/pmns"
)

// passing is a wrapper that changes nothing.
type passing struct{ libpcp.Source }

// A name space asks the agents that it leaves names to, whatever lies between:
// what an agent does not know is no metric, unless the agent says so.
func TestDynamicNames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "names")
	if err := os.WriteFile(file, []byte("root {\n simple\n sample\n}\nsimple {\n color 253:*:*\n}\nsample {\n dodgy 29:*:*\n}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	src := local.New(local.Config{}, local.Agent{Domain: 253, New: simple.New}, local.Agent{Domain: 29, New: sample.New})
	load := func() (*pmns.Tree, error) { return pmns.Load(file, pmns.Options{}) }
	c := libpcp.NewContext(pmns.OverrideLocal(passing{src}, load, nil))
	defer c.Close()
	if names, err := c.Traverse(ctx, "simple"); err != nil || len(names) != 1 || names[0] != "simple.color" {
		t.Errorf("simple: %q, %v", names, err)
	}
	if names, err := c.Traverse(ctx, "simple.color.nosuch"); !errors.Is(err, libpcp.ErrName) {
		t.Errorf("of simple: %q, %v", names, err)
	}
	if names, err := c.Traverse(ctx, "sample.dodgy.nosuch"); err != nil || len(names) != 1 {
		t.Errorf("of sample: %q, %v", names, err)
	}
	// A name that is neither below such a root nor made by the agent is none, though the agent has it.
	for name, known := range map[string]bool{"simple.color": true, "simple.now": false, "sample.secret.bar": true, "sample.colour": false} {
		found := sourcetest.Direct(src).Lookup(ctx, []string{name})[0]
		names, err := c.Names(ctx, found.ID)
		if known && (err != nil || len(names) != 1 || names[0] != name) || !known && (!errors.Is(err, libpcp.ErrPMID) || names != nil) {
			t.Errorf("names of %s: %q, %v", name, names, err)
		}
	}
}
