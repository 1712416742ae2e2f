package pmda

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/libpcp"
)

// TestInstallFiles writes files for an agent with several trees.
func TestInstallFiles(t *testing.T) {
	fetch := func(context.Context, *Request) (libpcp.Atom, error) { return libpcp.Atom{}, nil }
	a := &Agent{Name: "two-trees", Domain: 400, SlowStart: true, Subtrees: []string{"dynamic"}, Fetch: fetch,
		Metrics: []Metric{
			{Name: "first.a.b", Cluster: 1, Item: 2, Type: libpcp.TypeU32, Sem: libpcp.SemInstant, OneLine: "b", Help: "# of b\n@ once"},
			{Name: "first.c", Item: 3, Type: libpcp.TypeU32, Sem: libpcp.SemInstant, Units: libpcp.Sec},
			{Name: "dynamic.d", Item: 4, Type: libpcp.TypeU32, Sem: libpcp.SemInstant, OneLine: "left to the agent"},
			{Name: "other.e", Item: 5, Domain: 29, Type: libpcp.TypeU32, Sem: libpcp.SemInstant},
		},
		InDoms: []*InDom{{Serial: 7, OneLine: "seven"}},
	}
	dir := t.TempDir()
	d := &Daemon{Agent: a, domain: 400}
	if err := d.installFiles(dir); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"domain.h":     "#define TWO_TREES 400\n",
		"pmns.first":   "first {\n    a\n    c\tTWO_TREES:0:3\n}\n\nfirst.a {\n    b\tTWO_TREES:1:2\n}\n",
		"pmns.other":   "other {\n    e\t29:0:5\n}\n",
		"pmns.dynamic": "root {\n    dynamic\tTWO_TREES:*:*\n}\n",
		"help":         "@ TWO_TREES.7 seven\n\n@ first.a.b b\n # of b\n @ once\n\n",
		"root": "#include \"domain.h\"\n\nroot {\n    dynamic\tTWO_TREES:*:*\n    first\n    other\n}\n" +
			"\n#include \"pmns.first\"\n\n#include \"pmns.other\"\n",
	} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
	install, _ := os.ReadFile(filepath.Join(dir, "Install"))
	for _, line := range []string{"\npmns_name=\"dynamic first other\"\n", "\nipc_prot=\"binary notready\"\n"} {
		if !strings.Contains(string(install), line) {
			t.Errorf("no %q in Install\n%s", line, install)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "pmdatwo-trees")); err != nil || info.Mode()&0o111 == 0 {
		t.Errorf("no program: %v", err)
	}
}
