package series_test

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/world"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/series"
)

const recording = "/var/lib/pcp/testsuite/archives/20180102"

// TestGenuine has the tests on a pmproxy of PCP with a key server of its own,
// into which an archive has been loaded.
func TestGenuine(t *testing.T) {
	e := startEngine(t)
	for name, test := range map[string]func(*testing.T, *engine){
		"Query": testQuery, "Points": testPoints, "Values": testValues, "Metadata": testMetadata, "Syntax": testSyntax, "All": testAll, "Record": testRecord,
	} {
		t.Run(name, func(t *testing.T) { test(t, e) })
	}
}

// engine is a key server, a pmproxy and a client of it.
type engine struct {
	*series.Client
	keys string // the key server's port
}

func startEngine(t *testing.T) *engine {
	t.Helper()
	need.PCP(t)
	e := world.StartEngine(t, need.Tool(t, "redis-server"))
	e.Load(t, need.Tool(t, "pmseries"), recording, "hinv.ncpu")
	c, err := series.New(e.Address, series.WithTimeout(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	return &engine{c, e.Keys}
}

// pmseries is what PCP's tool prints.
func (e *engine) pmseries(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command(need.Tool(t, "pmseries"), append([]string{"-h", "127.0.0.1", "-p", e.keys}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("pmseries %q: %v\n%s", args, err, out)
	}
	return string(out)
}

func testQuery(t *testing.T, e *engine) {
	for _, expression := range []string{
		"kernel.all.load", "kernel.*", "disk.dev.*", "nosuch.metric", `kernel.all.load{hostname=="bozo"}`, `disk.all.read{hostname != "bozo"}`,
	} {
		want := strings.Fields(e.pmseries(t, expression))
		ids, err := e.Query(t.Context(), expression)
		got := make([]string, len(ids))
		for i, id := range ids {
			got[i] = string(id)
		}
		slices.Sort(got)
		slices.Sort(want)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %q, %v; want %q", expression, got, err, want)
		}
	}
}

// testPoints compares values with those that pmseries prints.
func testPoints(t *testing.T, e *engine) {
	for _, expression := range []string{
		"kernel.all.load[samples:3]", "kernel.all.pswitch[samples:50]", "hinv.machine[samples:2]", "rate(disk.all.read[samples:5])",
		"sum(kernel.all.load[samples:2])", "nosuch.metric[samples:1]",
	} {
		var got []string
		for p, err := range e.Points(t.Context(), expression) {
			if err != nil {
				t.Fatal(expression, err)
			}
			got = append(got, p.Value)
		}
		var want []string
		for line := range strings.Lines(e.pmseries(t, expression)) {
			if fields := strings.SplitN(strings.TrimSpace(line), "] ", 2); len(fields) == 2 && strings.HasPrefix(fields[0], "[") {
				value, _, _ := strings.Cut(fields[1], " ")
				want = append(want, value)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-pmseries +ours):\n%s", expression, diff)
		}
	}
}

// testValues compares the history of metrics with the archive it was loaded
// from, value by value.
func testValues(t *testing.T, e *engine) {
	ctx := t.Context()
	for _, name := range []string{"kernel.all.load", "kernel.all.pswitch", "mem.util.free", "disk.dev.read"} {
		ids, err := e.Query(ctx, name)
		if err != nil || len(ids) != 1 {
			t.Fatal(name, ids, err)
		}
		instances, err := e.Instances(ctx, ids)
		if err != nil {
			t.Fatal(err)
		}
		insts := map[series.ID]int32{"": libpcp.NullInst}
		for _, inst := range instances {
			insts[inst.ID] = inst.Inst
		}
		recorded := recordedValues(t, name)
		got := 0
		for p, err := range e.Points(ctx, name+"[samples:400]") {
			if err != nil {
				t.Fatal(err)
			}
			got++
			inst, known := insts[p.Instance]
			key := fmt.Sprint(p.Time.UnixMicro(), inst)
			if want, ok := recorded[key]; !known || !ok || want != p.Value {
				t.Errorf("%s at %v, instance %v: got %s, want %s", name, p.Time, inst, p.Value, want)
			}
		}
		if got != len(recorded) {
			t.Errorf("%s: %d values, %d recorded", name, got, len(recorded))
		}
	}
}

// recordedValues are the values of a metric in the archive, by microsecond and
// instance.
func recordedValues(t *testing.T, name string) map[string]string { return valuesIn(t, recording, name) }

func valuesIn(t *testing.T, base, name string) map[string]string {
	t.Helper()
	a, err := archive.Open(context.Background(), base, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	ctx := context.Background()
	id := sourcetest.Direct(a).Lookup(ctx, []string{name})[0].ID
	desc := sourcetest.Direct(a).Descs(ctx, []libpcp.PMID{id})[0].Desc
	values := make(map[string]string)
	for r, err := range libpcp.NewContext(a).Records(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		set := r.Set(id)
		if set == nil {
			continue
		}
		for i, v := range set.Values {
			atom, err := set.Atom(i, desc.Type)
			if err != nil {
				t.Fatal(err)
			}
			values[fmt.Sprint(r.Time.UnixMicro(), v.Inst)] = atom.String()
		}
	}
	return values
}

func testMetadata(t *testing.T, e *engine) {
	ctx := t.Context()
	ids, err := e.Query(ctx, "kernel.*")
	if err != nil {
		t.Fatal(err)
	}
	var malformed *series.IDError
	if _, err := e.Descs(ctx, []series.ID{"nosuch"}); !errors.As(err, &malformed) {
		t.Errorf("got %v", err)
	}
	if unknown, err := e.Descs(ctx, []series.ID{series.ID(strings.Repeat("0", 40))}); err != nil || len(unknown) > 0 {
		t.Errorf("got %v, %v", unknown, err)
	}
	descs, err := e.Descs(ctx, ids)
	if err != nil || len(descs) != len(ids) {
		t.Fatalf("%d descriptors of %d series, %v", len(descs), len(ids), err)
	}
	names, err := e.Names(ctx, ids)
	if err != nil {
		t.Fatal(err)
	}
	a, err := archive.Open(context.Background(), recording, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for _, d := range descs {
		id := sourcetest.Direct(a).Lookup(ctx, names[d.Series])[0].ID
		if want := sourcetest.Direct(a).Descs(ctx, []libpcp.PMID{id})[0].Desc; d.Desc != want {
			t.Errorf("%v: got %+v, want %+v", names[d.Series], d.Desc, want)
		}
	}
	sources, err := e.Sources(ctx, []series.ID{descs[0].Source})
	slices.Sort(sources[descs[0].Source])
	if want := []string{recording, "bozo"}; err != nil || !slices.Equal(sources[descs[0].Source], want) {
		t.Errorf("sources %v, %v; want %q", sources, err, want)
	}
	hosts, err := e.LabelValues(ctx, "hostname")
	if err != nil || !slices.Equal(hosts, []string{"bozo"}) {
		t.Errorf("hosts %q, %v", hosts, err)
	}
}

func testAll(t *testing.T, e *engine) {
	for name, ask := range map[string]func(context.Context, string) ([]string, error){
		"-m": e.AllNames, "-l": e.AllLabels,
	} {
		want := strings.Split(strings.TrimSpace(e.pmseries(t, name)), "\n")
		got, err := ask(t.Context(), "")
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
	names, err := e.AllNames(t.Context(), "kernel.all.l*")
	if err != nil || len(names) == 0 || slices.ContainsFunc(names, func(n string) bool { return !strings.HasPrefix(n, "kernel.all.l") }) {
		t.Errorf("got %q, %v", names, err)
	}
}

func testSyntax(t *testing.T, e *engine) {
	_, err := e.Query(t.Context(), "bad{{")
	var syntax *series.SyntaxError
	if !errors.As(err, &syntax) || syntax.Column != 4 || syntax.Reason != "syntax error" {
		t.Errorf("got %v", err)
	}
	for _, err := range e.Points(t.Context(), "kernel.all.load[samples:") {
		if !errors.As(err, &syntax) {
			t.Errorf("got %v", err)
		}
	}
}

// testRecord compares an archive made of series with the one they were loaded
// from, value by value.
func testRecord(t *testing.T, e *engine) {
	for _, name := range []string{"kernel.all.load", "kernel.all.pswitch", "disk.dev.read", "hinv.ncpu"} {
		recordings, err := e.Record(t.Context(), name, t.TempDir(), series.Selection{})
		if err != nil || len(recordings) != 1 || recordings[0].Host == "" {
			t.Fatalf("%s: %v, %v", name, recordings, err)
		}
		if values, err := recordings[0].Wait(t.Context()); err != nil || !values {
			t.Fatalf("%s: %v, %v", name, values, err)
		}
		got, want := valuesIn(t, recordings[0].Base, name), recordedValues(t, name)
		if diff := cmp.Diff(want, got); diff != "" || len(got) == 0 {
			t.Errorf("%s: (-loaded +recorded):\n%s", name, diff)
		}
	}
	if recordings, err := e.Record(t.Context(), "no.such.metric", t.TempDir(), series.Selection{}); err != nil || len(recordings) > 0 {
		t.Errorf("no metric: %v, %v", recordings, err)
	}
	var syntax *series.SyntaxError
	if _, err := e.Record(t.Context(), "hinv.ncpu{", t.TempDir(), series.Selection{}); !errors.As(err, &syntax) {
		t.Errorf("half a query: %v", err)
	}
}
