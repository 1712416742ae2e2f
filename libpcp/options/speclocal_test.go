package options

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pcptools/libpcp/getopt"
	"pcptools/libpcp/internal/installed"
)

func newTable() *agentTable {
	return &agentTable{inv: new(getopt.Invocation), debug: new(Debugging)}
}

// The messages were recorded from pminfo.
func TestSpecLocal(t *testing.T) {
	for _, test := range []struct{ spec, want string }{
		{"", "bad op in spec"}, {"ADD,1,p,i", "bad op in spec"}, {" clear", "bad op in spec"},
		{"clear,", "unexpected text after clear op in spec"}, {"add", "expected , after op in spec"},
		{"delete,60", "expected , after op in spec"}, {"add,", "missing domain in spec"}, {"add,,p,i", "missing domain in spec"},
		{"add,511,p,i", "bad domain in spec"}, {"add,60 ,p,i", "bad domain in spec"}, {"add,0x3c,p,i", "bad domain in spec"},
		{"del,-1", "bad domain in spec"}, {"add, +60,p,i", ""}, {"add,4294967297,a,b", ""}, {"add,60", "missing dso-path in spec"},
		{"add,60,", "missing dso-path in spec"}, {"add,60,p", "missing init-routine in spec"}, {"add,60,p,", "missing init-routine in spec"},
		{"add,60,p,,", ""}, {"add,1,,", ""}, {"add,60,p,i,j", ""}, {"del,,", "missing domain and dso-path in spec"},
		{"del,", "missing domain in spec"}, {"clear", ""}, {"del,7", "__pmLocalPMDA: Unknown or illegal instance domain identifier"},
		{"del,5,a", ""}, {"del,5,", ""}, {"del,,a,x", ""},
	} {
		table := newTable()
		table.agents, table.loaded = []installed.Agent{{Domain: 5, Path: "a", Init: "b"}}, true
		got := ""
		if err := table.apply(test.spec); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q: got %q, want %q", test.spec, got, test.want)
		}
	}
}

// TestSpecsTogether has each change made to what the ones before have left.
func TestSpecsTogether(t *testing.T) {
	t.Setenv("PCP_PMCDCONF_PATH", filepath.Join(t.TempDir(), "none"))
	table := newTable()
	before := len(table.list())
	for _, spec := range []string{"add,400,a,i", "add,401,b,i", "add,402,c,i", "del,401"} {
		if err := table.change(spec); err != nil {
			t.Fatal(err)
		}
	}
	var domains []int
	for _, a := range table.list()[before:] {
		domains = append(domains, int(a.Domain))
	}
	if !slices.Equal(domains, []int{400, 402}) {
		t.Errorf("domains %v", domains)
	}
}

// TestPmcdSpec adds agents of pmcd.conf to the table.
func TestPmcdSpec(t *testing.T) {
	const text = "proc 3 pipe binary /x/pmdaproc\njbd2 122 dso jbd2_init /x/pmda_jbd2.so\nslow 243 pipe binary notready /x/slow\nunix 300 socket unix /run/s\ninet 301 socket inet 4711\n"
	file := filepath.Join(t.TempDir(), "pmcd.conf")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PCP_PMCDCONF_PATH", file)
	for spec, want := range map[string]string{
		"pmcd,proc": "jbd2 proc", "pmcd,jbd2": "jbd2", "all": "proc jbd2 slow unix inet",
		"pmcd,pmcd": "pmSpecLocalPMDA failed: no agent \"pmcd\" in " + file,
		"pmcd,":     "pmSpecLocalPMDA failed: missing agent in spec", "pmcd": "pmSpecLocalPMDA failed: bad op in spec",
	} {
		table := newTable()
		var names []string
		err := table.change(spec)
		for _, a := range table.agents {
			name, _, _ := strings.Cut(a.Init, "_")
			if a.Name != "" {
				name = a.Name
			}
			names = append(names, name)
		}
		got := strings.Join(names, " ")
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", spec, got, want)
		}
	}
	table := newTable()
	if err := table.change("pmcd,proc,nobody"); err != nil || table.agents[1].Command.User != "nobody" {
		t.Error(err, table.agents)
	}
}
