package tests

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/tree"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/tests/internal/conform"
)

// TestShippedDerived compares the tools on every definition that comes with
// PCP: on archives of PCP's test suite, and on one made here, which has the
// operands of all.
func TestShippedDerived(t *testing.T) {
	shippedDerived(t, nil, need.Archives(t))
}

func shippedDerived(t *testing.T, in *tree.Tree, archives string) {
	definitions := shippedDefinitions(t, in)
	dir := t.TempDir()
	writeOperands(t, filepath.Join(dir, "all"), definitions)
	probe := in.Command(t.Context(), in.Genuine("pmprobe"), append([]string{"-O", "12", "-a", filepath.Join(dir, "all")},
		slices.Sorted(maps.Keys(definitions))...)...)
	out, err := probe.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		if name, count, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(count, "-") && in == nil {
			t.Errorf("%s cannot be bound: %s", name, count)
		}
	}
	var files []*conform.File
	for _, path := range []string{filepath.Join(dir, "all"), filepath.Join(archives, "20201109"),
		filepath.Join(archives, "pcp-pidstat-process-args"), filepath.Join(archives, "dm-io")} {
		file := &conform.File{Name: filepath.Base(path)}
		for _, tool := range []string{"pminfo -dmtT -a", "pminfo -f -O +12 -a", "pmprobe -v -a", "pmprobe -I -O 5 -a"} {
			addLine(file, "", tool+" "+path+" kernel.cpu disk.dev disk.dm disk.md disk.wwid proc mssql")
		}
		files = append(files, file)
	}
	// What no other archive can be asked for.
	for _, name := range slices.Sorted(maps.Keys(definitions)) {
		addLine(files[0], "", "pmval -f 3 -t 4 -a "+filepath.Join(dir, "all")+" "+name)
	}
	compare(t, conform.Options{Dir: dir, Tree: in}, files...)
}

// shippedDefinitions returns the installed definitions by name.
func shippedDefinitions(t *testing.T, in *tree.Tree) map[string]string {
	dir := filepath.Join(in.Conf("PCP_VAR_DIR"), "config", "derived")
	entries, err := os.ReadDir(in.Path(dir))
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]string)
	for _, entry := range entries {
		text, err := os.ReadFile(in.Path(filepath.Join(dir, entry.Name())))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(strings.ReplaceAll(string(text), "\\\n", "")) {
			if m := definition.FindStringSubmatch(line); m != nil {
				found[m[1]] = m[2]
			}
		}
	}
	if len(found) < 60 {
		t.Fatalf("%d definitions in %s", len(found), dir)
	}
	return found
}

var (
	definition = regexp.MustCompile(`^([a-z][\w.]*)\s*=\s*(.*)`)
	operand    = regexp.MustCompile(`[a-z]\w*\.[\w.]+`)
	text       = regexp.MustCompile(`"[^"]*"`)
)

// writeOperands writes an archive with values for every metric that the
// definitions mention.
func writeOperands(t *testing.T, base string, definitions map[string]string) {
	names := make(map[string]bool)
	for _, expression := range definitions {
		for _, name := range operand.FindAllString(text.ReplaceAllString(expression, ""), -1) {
			names[name] = true
		}
	}
	start := time.Unix(1700000000, 0)
	w, err := archive.Create(base, archive.WriterOptions{Label: libpcp.LogLabel{Start: start, Host: "operands.example"}})
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(err)
	check(w.AddInstances(start, operandInDom, []libpcp.Instance{{ID: 1, Name: "one"}, {ID: 2, Name: "two of them"}, {ID: 3, Name: "three"}}))
	var descs []libpcp.Desc
	for i, name := range slices.Sorted(maps.Keys(names)) {
		d := operandDesc(name)
		d.PMID = libpcp.NewPMID(91, 0, uint32(i))
		descs = append(descs, d)
		check(w.AddDesc(d, name))
	}
	for record := range 8 {
		at := start.Add(time.Duration(record) * 5 * time.Second)
		if record == 5 {
			check(w.Mark(at.Add(-time.Second)))
		}
		r := &libpcp.Result{Time: at}
		for _, d := range descs {
			r.Sets = append(r.Sets, operandValues(t, d, record))
		}
		check(w.Append(r))
	}
	check(w.Close())
}

var operandInDom = libpcp.NewInDom(91, 1)

// operandDesc makes up a descriptor that suits a metric's name.
func operandDesc(name string) libpcp.Desc {
	d := libpcp.Desc{Type: libpcp.TypeU64, InDom: operandInDom, Sem: libpcp.SemCounter}
	instant := strings.HasSuffix(name, "uptime") || strings.HasSuffix(name, "start_time")
	switch last := name[strings.LastIndexByte(name, '.')+1:]; {
	case strings.HasPrefix(name, "kernel.all.cpu"):
		d.InDom, d.Units = libpcp.NullInDom, libpcp.Millisec
	case name == "hinv.ncpu":
		d.Type, d.InDom, d.Sem = libpcp.TypeU32, libpcp.NullInDom, libpcp.SemDiscrete
	case instant:
		d.Type, d.Sem, d.Units = libpcp.TypeU32, libpcp.SemInstant, libpcp.Sec
		if strings.HasPrefix(name, "kernel") {
			d.InDom = libpcp.NullInDom
		}
	case strings.HasPrefix(name, "mssql"):
		d.Type, d.Sem = libpcp.Type64, libpcp.SemInstant
	case strings.Contains(last, "active"), strings.HasSuffix(last, "time"):
		d.Type, d.Units = libpcp.TypeU32, libpcp.Millisec
	case strings.HasSuffix(last, "bytes"):
		d.Units = libpcp.KByte
	case strings.HasPrefix(last, "vm"):
		d.Sem, d.Units = libpcp.SemInstant, libpcp.KByte
	default:
		d.Units = libpcp.Count
	}
	return d
}

// operandValues makes up values that grow, stand still, and once fall back.
func operandValues(t *testing.T, d libpcp.Desc, record int) libpcp.ValueSet {
	set := libpcp.ValueSet{PMID: d.PMID}
	instances := []int32{1, 2, 3}
	if d.InDom == libpcp.NullInDom {
		instances = []int32{libpcp.NullInst}
	}
	for i, inst := range instances {
		n := uint32(1000 + int(d.PMID.Item()) + record*record*(i+1)*7)
		if i == 2 {
			n = 1000 + uint32(record%4)
		}
		atom, err := libpcp.Uint32Atom(n).Convert(d.Type)
		if err != nil {
			t.Fatal(err)
		}
		v, format, err := libpcp.NewValue(inst, atom)
		if err != nil {
			t.Fatal(err)
		}
		set.Format, set.Values = format, append(set.Values, v)
	}
	return set
}
