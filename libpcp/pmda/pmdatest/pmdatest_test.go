package pmdatest_test

import (
	"errors"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"testing"

	"pcptools/internal/programs"
	"pcptools/libpcp"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda/pmdatest"
	"pcptools/libpcp/pmda/simple"
	"pcptools/libpcp/pmns"
)

func TestOpen(t *testing.T) { test(t, pmdatest.Open(t, simple.New())) }

// TestRun tests the same agent as a program.
func TestRun(t *testing.T) {
	bin := t.TempDir()
	if err := programs.Build(bin, "pcptools/libpcp/pmda/simple/pmdasimple"); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(bin, "pmdasimple")
	u, err := user.Current() // there need not be a pcp
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PCP_USER", u.Username)
	agent := local.Daemon(253, program, "-d", "253", "-l", filepath.Join(t.TempDir(), "log"))
	agent.Command.LogDir = t.TempDir()
	agent.Command.Names = func() *pmns.Tree { return names(t) }
	test(t, pmdatest.Run(t, agent))
}

// names reads the name space of the agent, which leaves that to others.
func names(t *testing.T) *pmns.Tree {
	t.Helper()
	file := filepath.Join(t.TempDir(), "pmns")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	tree, err := pmns.Load(file, pmns.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

const text = `root { simple }
simple {
	numfetch	253:0:0
	color		253:0:1
	time
	now		253:2:4
}
simple.time {
	user		253:1:2
	sys		253:1:3
}
`

func test(t *testing.T, a *pmdatest.Agent) {
	if list := a.Metrics(); len(list) != 5 || !slices.Contains(list, "simple.time.user") {
		t.Errorf("metrics %q", list)
	}
	if d := a.Desc("simple.color"); d.Type != libpcp.Type32 || d.InDom == libpcp.NullInDom {
		t.Errorf("descriptor %+v", d)
	}
	before := a.Values("simple.color")
	if len(before) != 3 || before["red"].Int64() != 1 || before["blue"].Int64() != 201 {
		t.Errorf("values %v", before)
	}
	a.Store("simple.color", "red", libpcp.Int32Atom(41))
	if v := a.Values("simple.color")["red"]; v.Int64() != 42 {
		t.Errorf("red after a store: %v", v)
	}
	const described = "simple.color PMID: 253.0.1 Data Type: 32-bit int InDom: 253.0 0x3f400000 Semantics: instant Units: none"
	if got := a.Described("simple.color"); got != described {
		t.Errorf("got %s\nwant %s", got, described)
	}
	const printed = "\nsimple.color\n    inst [0 or \"red\"] value 43\n    inst [1 or \"green\"] value 103\n    inst [2 or \"blue\"] value 203\n"
	if got := a.Printed("simple.color"); got != printed {
		t.Errorf("got %s\nwant %s", got, printed)
	}
	a.Store("simple.numfetch", "", libpcp.Uint32Atom(5))
	if v := a.Value("simple.numfetch"); v.Uint64() != 6 {
		t.Errorf("numfetch after a store: %v", v)
	}
	if text := a.Text("simple.numfetch"); text == "" {
		t.Error("no help text")
	}
	if _, err := a.Context().Lookup(t.Context(), "simple.nothing"); !errors.Is(err, libpcp.ErrName) {
		t.Errorf("an unknown name: %v", err)
	}
}
