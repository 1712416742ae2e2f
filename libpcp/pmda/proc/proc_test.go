package proc

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
	"pcptools/libpcp/release"
)

// TestOrder has the order in which PCP lists four processes, and that of what
// is left of them and has come.
func TestOrder(t *testing.T) {
	var table pidTable
	for _, test := range []struct{ pids, want []int32 }{
		{[]int32{77, 78, 79, 80}, []int32{80, 79, 78, 77}},
		{[]int32{78, 80, 81}, []int32{81, 80, 78}},
		{[]int32{78, 79, 82}, []int32{82, 79, 78}},
	} {
		table.update(test.pids)
		var got []int32
		table.each(func(pid int32) { got = append(got, pid) })
		if !slices.Equal(got, test.want) {
			t.Errorf("%d: got %d, want %d", test.pids, got, test.want)
		}
	}
}

// TestOneFile fetches a metric of one process of many: no other process's
// files are read.
func TestOneFile(t *testing.T) {
	root := t.TempDir()
	for _, pid := range []string{"7", "8"} {
		dir := filepath.Join(root, "proc", pid)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "proc/8/io"), []byte("rchar: 5\nwchar: 6\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	// A directory cannot be read: had it been, it would have no value.
	if err := os.Mkdir(filepath.Join(root, "proc/7/io"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PROC_STATSPATH", root)
	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 3, Name: "proc", New: New}))
	defer c.Close()
	ctx := t.Context()
	ids, err := c.Lookup(ctx, "proc.io.wchar")
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.Fetch(ctx, ids)
	if err != nil {
		t.Fatal(err)
	}
	if set := result.Sets[0]; len(set.Values) != 1 || set.Values[0].Inst != 8 {
		t.Errorf("got %+v, want one value, of process 8", set)
	}
}

// TestMemoryMaps fetches proc.smaps alone. As in PCP there are no processes
// before something else has asked for them; then its values are those of now.
func TestMemoryMaps(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "proc/8")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PROC_STATSPATH", root)
	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 3, Name: "proc", New: New}))
	defer c.Close()
	ids, err := c.Lookup(t.Context(), "proc.smaps.rss", "proc.nprocs")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		rss  string
		ids  []libpcp.PMID
		want []uint64
	}{{"1", ids[:1], nil}, {"2", ids, []uint64{2}}, {"3", ids[:1], []uint64{3}}} {
		text := "Rss:   " + test.rss + " kB\n"
		if err := os.WriteFile(filepath.Join(dir, "smaps_rollup"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		result, err := c.Fetch(t.Context(), test.ids)
		if err != nil {
			t.Fatal(err)
		}
		var got []uint64
		for i := range result.Sets[0].Values {
			atom, err := result.Sets[0].Atom(i, libpcp.TypeU64)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, atom.Uint64())
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("got %d, want %d", got, test.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("77 (my) prog) S 1 2 -3 18446744073709551615\n"))
	f.Add([]byte("Name:\tx\nVmRSS:\t 12 kB\nUid:\t1\t2\t3\t4\nNSpid:\t1 2\n"))
	f.Add([]byte("4:cpu,cpuacct:/a/b\n0::/docker-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef.scope\n"))
	f.Add([]byte("55a2 default heap anon=1 N0=201 kernelpagesize_kB=4\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var s statFields
		s.parse(text)
		if len(s.command) > len(text) || len(s.rest) > len(text) {
			t.Errorf("more than there is of %q", text)
		}
		s.number(39)
		lines := appendKeyed(nil, text)
		lines.kilobytes("VmRSS")
		lines.owner("Uid", 3)
		for _, group := range controlGroups(text) {
			if id := containerOf(group); id != "" && !strings.Contains(group, id) {
				t.Errorf("container %q of %q", id, group)
			}
		}
		nodes := make(map[int]uint64)
		addNodes(nodes, strings.Fields(string(text)))
	})
}

// TestValidate is what the agent's Validated relies on.
func TestValidate(t *testing.T) {
	for _, version := range release.Reproduced() {
		if err := NewFor(release.Of(version)).Validate(); err != nil {
			t.Errorf("%v: %v", version, err)
		}
	}
}
