//go:build unix

package mmv_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/mmvfile"
	"pcptools/libpcp/mmv"
)

// create makes a file that no agent sees, and returns its path too.
func create(t *testing.T, f mmv.File) (*mmv.Writer, string) {
	t.Helper()
	f.Name = filepath.Join(t.TempDir(), "file")
	w, err := mmv.Create(&f)
	if err != nil {
		t.Fatal(err)
	}
	return w, f.Name
}

// read takes the file apart as a reader does.
func read(t *testing.T, path string) *mmvfile.Contents {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := mmvfile.Read(b)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func number(name string, kind mmv.Type) mmv.Metric {
	return mmv.Metric{Name: name, Item: 1, Type: kind, Sem: libpcp.SemInstant}
}

// The types of a file are not those of libpcp: Elapsed has the number of TypeEvent.
func TestType(t *testing.T) {
	var kind any = mmv.Metric{}.Type
	if _, ok := kind.(libpcp.Type); ok {
		t.Error("a type of libpcp is taken")
	}
	if s := fmt.Sprint(mmv.Elapsed, mmv.TypeU64, mmv.Type(8)); s != "ELAPSED U64 AGGREGATE_STATIC" {
		t.Error(s)
	}
}

// A file is of the oldest version that can hold it.
func TestVersions(t *testing.T) {
	long := strings.Repeat("n", 100)
	for _, test := range []struct {
		name string
		file mmv.File
		want int32
	}{
		{"plain", mmv.File{Metrics: []mmv.Metric{number("a", mmv.Type32)}}, 1},
		{"long name of a metric", mmv.File{Metrics: []mmv.Metric{number(long, mmv.Type32)}}, 2},
		{"long name of an instance", mmv.File{Metrics: []mmv.Metric{number("a", mmv.Type32)},
			InDoms: []*mmv.InDom{{Serial: 1, Instances: []mmv.Instance{{ID: 1, Name: long}}}}}, 2},
		{"label", mmv.File{Cluster: 5, Labels: `{"a":1}`, Metrics: []mmv.Metric{number("a", mmv.Type32)}}, 3},
	} {
		_, path := create(t, test.file)
		c := read(t, path)
		if c.Version != test.want || !c.Complete() || len(c.Rows) != 1 || c.Rows[0].Name != test.file.Metrics[0].Name {
			t.Errorf("%s: version %d with %+v", test.name, c.Version, c.Rows)
		}
		for i, d := range c.Domains {
			if d.Members[0].Name != test.file.InDoms[i].Instances[0].Name {
				t.Errorf("%s: instance %q", test.name, d.Members[0].Name)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	ok := number("a", mmv.Type32)
	text := strings.Repeat("x", 256)
	missing := filepath.Join(t.TempDir(), "missing", "file")
	with := func(change func(*mmv.File)) *mmv.File {
		f := &mmv.File{Name: missing, Cluster: 1, Metrics: []mmv.Metric{ok}}
		change(f)
		return f
	}
	for name, test := range map[string]struct {
		file *mmv.File
		want syscall.Errno
	}{
		"directory":    {with(func(*mmv.File) {}), syscall.ENOENT},
		"no name":      {with(func(f *mmv.File) { f.Name = "" }), syscall.EINVAL},
		"hidden":       {with(func(f *mmv.File) { f.Name = ".x" }), syscall.EINVAL},
		"cluster":      {with(func(f *mmv.File) { f.Cluster = 4096 }), syscall.EINVAL},
		"whose labels": {with(func(f *mmv.File) { f.Cluster, f.Labels = 0, `{"a":1}` }), syscall.EINVAL},
		"no metrics":   {with(func(f *mmv.File) { f.Metrics = nil }), syscall.EINVAL},
		"metric name":  {with(func(f *mmv.File) { f.Metrics[0].Name = "a-b" }), syscall.EINVAL},
		"long name":    {with(func(f *mmv.File) { f.Metrics[0].Name = text[:255] + "x" }), syscall.E2BIG},
		"item":         {with(func(f *mmv.File) { f.Metrics[0].Item = 1024 }), syscall.EINVAL},
		"type":         {with(func(f *mmv.File) { f.Metrics[0].Type = mmv.Type(libpcp.TypeAggregate) }), syscall.EINVAL},
		"twice":        {with(func(f *mmv.File) { f.Metrics = append(f.Metrics, ok) }), syscall.EINVAL},
		"subdirectory": {with(func(f *mmv.File) { f.Name = "a/b" }), syscall.EINVAL},
		"file name":    {with(func(f *mmv.File) { f.Name = "a-b" }), syscall.EINVAL},
		"dot":          {with(func(f *mmv.File) { f.Name = "a." }), syscall.EINVAL},
		"reserved":     {with(func(f *mmv.File) { f.Name, f.Metrics[0].Name = "control", "files" }), syscall.EINVAL},
		"reserved too": {with(func(f *mmv.File) { f.Flags, f.Metrics[0].Name = mmv.NoPrefix, "control" }), syscall.EINVAL},
		"flags":        {with(func(f *mmv.File) { f.Flags = 8 }), syscall.EINVAL},
		"no component": {with(func(f *mmv.File) { f.Metrics[0].Name = "a..b" }), syscall.EINVAL},
		"no semantics": {with(func(f *mmv.File) { f.Metrics[0].Sem = 0 }), syscall.EINVAL},
		"semantics":    {with(func(f *mmv.File) { f.Metrics[0].Sem = 2 }), syscall.EINVAL},
		"scale":        {with(func(f *mmv.File) { f.Metrics[0].Units = libpcp.Hour + 1<<12 }), syscall.EINVAL},
		"same item": {with(func(f *mmv.File) {
			f.Metrics = append(f.Metrics, mmv.Metric{Name: "b", Item: 1, Sem: libpcp.SemInstant})
		}), syscall.EINVAL},
		"below": {with(func(f *mmv.File) {
			f.Metrics = append(f.Metrics, mmv.Metric{Name: "a.b", Item: 2, Sem: libpcp.SemInstant})
		}), syscall.EINVAL},
		"above": {with(func(f *mmv.File) {
			f.Metrics[0].Name = "b.a"
			f.Metrics = append(f.Metrics, mmv.Metric{Name: "b", Item: 2, Sem: libpcp.SemInstant})
		}), syscall.EINVAL},
		"zero byte": {with(func(f *mmv.File) { f.Metrics[0].Help = "a\x00b" }), syscall.EINVAL},
		"same name": {with(func(f *mmv.File) {
			f.InDoms = []*mmv.InDom{{Serial: 1, Instances: []mmv.Instance{{ID: 1, Name: "a"}, {ID: 2, Name: "a"}}}}
		}), syscall.EINVAL},
		"name cut": {with(func(f *mmv.File) {
			f.InDoms = []*mmv.InDom{{Serial: 1, Instances: []mmv.Instance{{ID: 1, Name: "a\x00b"}}}}
		}), syscall.EINVAL},
		"large":        {large(), syscall.E2BIG},
		"domain":       {with(func(f *mmv.File) { f.Metrics[0].InDom = &mmv.InDom{Serial: 1} }), syscall.ESRCH},
		"serial":       {with(func(f *mmv.File) { f.InDoms = []*mmv.InDom{{}} }), syscall.ESRCH},
		"serial twice": {with(func(f *mmv.File) { f.InDoms = []*mmv.InDom{{Serial: 1}, {Serial: 1}} }), syscall.EINVAL},
		"help":         {with(func(f *mmv.File) { f.Metrics[0].Help = text }), syscall.E2BIG},
		"label":        {with(func(f *mmv.File) { f.Metrics[0].Labels = `{"a"` }), syscall.EINVAL},
		"long label":   {with(func(f *mmv.File) { f.Labels = `{"a":"` + text + `"}` }), syscall.E2BIG},
		"instance":     {with(func(f *mmv.File) { f.InDoms = []*mmv.InDom{{Serial: 1, Instances: []mmv.Instance{{}}}} }), syscall.EINVAL},
		"instance twice": {with(func(f *mmv.File) {
			f.InDoms = []*mmv.InDom{{Serial: 1, Instances: []mmv.Instance{{ID: 1, Name: "a"}, {ID: 2, Name: "b"}, {ID: 1, Name: "c"}}}}
		}), syscall.EINVAL},
	} {
		_, err := mmv.Create(test.file)
		if !errors.Is(err, test.want) && !errors.Is(err, libpcp.Errno(test.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// large is a description of more than an agent reads.
func large() *mmv.File {
	d := &mmv.InDom{Serial: 1}
	for i := range 2000 {
		d.Instances = append(d.Instances, mmv.Instance{ID: int32(i), Name: strconv.Itoa(i)})
	}
	f := &mmv.File{Name: "large", Cluster: 1, InDoms: []*mmv.InDom{d}}
	for i := range 1000 {
		f.Metrics = append(f.Metrics, mmv.Metric{Name: "m" + strconv.Itoa(i), Item: uint32(i), Sem: libpcp.SemInstant, InDom: d})
	}
	return f
}

// The error names the row, and Validate has the one of Create.
func TestValidate(t *testing.T) {
	f := &mmv.File{Name: "a", Metrics: []mmv.Metric{number("a", mmv.Type32), number("b", mmv.Type32)}}
	f.Metrics[1].Item = 1024
	_, created := mmv.Create(f)
	err := f.Validate()
	if want := "mmv: metric 1 (b): item 1024: Invalid argument"; err == nil || err.Error() != want || created == nil || created.Error() != want {
		t.Errorf("got %v and %v, want %s", err, created, want)
	}
	f.Metrics[1].Item, f.Metrics[1].Labels = 2, "{"
	if err := f.Validate(); err == nil || !strings.HasPrefix(err.Error(), "mmv: metric 1 (b): labels {") {
		t.Errorf("labels: %v", err)
	}
	f.Metrics[1].Labels = ""
	if err := f.Validate(); err != nil {
		t.Error(err)
	}
	if err := f.AddInDom(nil); !errors.Is(err, syscall.EINVAL) || f.InDoms != nil {
		t.Errorf("no instance domain: %v, %v", err, f.InDoms)
	}
	f.InDoms = []*mmv.InDom{nil}
	if err := f.Validate(); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("an instance domain that is nil: %v", err)
	}
}

// Several goroutines may make the same file; one of theirs is there then.
func TestCreateTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	var creating sync.WaitGroup
	for range 8 {
		creating.Go(func() {
			if _, err := mmv.Create(&mmv.File{Name: path, Metrics: []mmv.Metric{number("a", mmv.Type32)}}); err != nil {
				t.Error(err)
			}
		})
	}
	creating.Wait()
	if c := read(t, path); !c.Complete() {
		t.Error("incomplete")
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestFind(t *testing.T) {
	indom := &mmv.InDom{Serial: 1, Instances: []mmv.Instance{{ID: 1, Name: "one"}}}
	w, _ := create(t, mmv.File{
		InDoms:  []*mmv.InDom{indom},
		Metrics: []mmv.Metric{{Name: "a", Item: 1, Type: mmv.TypeU32, Sem: libpcp.SemInstant, InDom: indom}},
	})
	if n, err := mmv.Find[uint32](w, "a", "one"); n == nil || err != nil {
		t.Error(err)
	}
	if _, err := mmv.Find[uint64](w, "a", "one"); !errors.Is(err, libpcp.Errno(syscall.EINVAL)) {
		t.Error("another type:", err)
	}
	for _, instance := range []string{"", "two"} {
		if _, err := mmv.Find[uint32](w, "a", instance); !errors.Is(err, libpcp.Errno(syscall.ESRCH)) {
			t.Error("another instance:", err)
		}
	}
	if _, err := w.Text("a", "one"); !errors.Is(err, libpcp.Errno(syscall.EINVAL)) {
		t.Error("no text:", err)
	}
	if _, err := w.Timer("b", ""); !errors.Is(err, libpcp.Errno(syscall.ESRCH)) {
		t.Error("no metric:", err)
	}
}

// Without a value nothing happens.
func TestNil(t *testing.T) {
	var n *mmv.Number[float32]
	n.Inc()
	n.Set(1)
	var timer *mmv.Timer
	timer.Begin()
	timer.End()
	timer.Add(1)
	timer.Set(1)
	var text *mmv.Text
	if err := text.Set("x"); err != nil || n.Value() != 0 || timer.Value() != 0 || text.Value() != "" {
		t.Error("something happened")
	}
}

func testNumber[T mmv.Numeric](t *testing.T, kind mmv.Type) {
	w, _ := create(t, mmv.File{Metrics: []mmv.Metric{number("a", kind)}})
	n, err := mmv.Find[T](w, "a", "")
	if err != nil {
		t.Fatal(err)
	}
	n.Set(3)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 1000 {
				n.Inc()
			}
		})
	}
	all.Wait()
	n.Add(5)
	if n.Value() != 4008 {
		t.Errorf("%v: %v", kind, n.Value())
	}
}

func TestNumbers(t *testing.T) {
	testNumber[int32](t, mmv.Type32)
	testNumber[uint32](t, mmv.TypeU32)
	testNumber[int64](t, mmv.Type64)
	testNumber[uint64](t, mmv.TypeU64)
	testNumber[float32](t, mmv.TypeFloat)
	testNumber[float64](t, mmv.TypeDouble)
}

func TestText(t *testing.T) {
	w, _ := create(t, mmv.File{Metrics: []mmv.Metric{number("a", mmv.TypeString)}})
	text, err := w.Text("a", "")
	if err != nil {
		t.Fatal(err)
	}
	longest := strings.Repeat("x", 254)
	for _, s := range []string{longest, "short", ""} {
		if err := text.Set(s); err != nil || text.Value() != s {
			t.Errorf("%.10q: %v, %.10q", s, err, text.Value())
		}
	}
	text.Set("kept")
	if err := text.Set(longest + "x"); !errors.Is(err, libpcp.Errno(syscall.E2BIG)) || text.Value() != "kept" {
		t.Errorf("%v, %q", err, text.Value())
	}
}

func TestTimer(t *testing.T) {
	w, _ := create(t, mmv.File{Metrics: []mmv.Metric{number("a", mmv.Elapsed)}})
	timer, err := w.Timer("a", "")
	if err != nil {
		t.Fatal(err)
	}
	timer.End() // of nothing
	timer.Set(time.Hour)
	timer.Add(time.Second)
	if timer.Value() != time.Hour+time.Second {
		t.Error(timer.Value())
	}
	timer.Begin()
	if timer.Value() != time.Hour+time.Second {
		t.Error("counted before its end")
	}
	time.Sleep(2 * time.Millisecond)
	timer.End()
	if d := timer.Value() - time.Hour - time.Second; d < 2*time.Millisecond || d > time.Minute {
		t.Error(d)
	}
}

// What a closed file leaves behind, and that values outlive it.
func TestClose(t *testing.T) {
	for _, flags := range []mmv.Flags{0, mmv.Process} {
		w, path := create(t, mmv.File{Flags: flags, Metrics: []mmv.Metric{number("a", mmv.Type32)}})
		n, _ := mmv.Find[int32](w, "a", "")
		if err := errors.Join(w.Close(), w.Close()); err != nil {
			t.Error(err)
		}
		n.Inc()
		if _, err := os.Stat(path); (err == nil) != (flags == 0) {
			t.Errorf("flags %d: %v", flags, err)
		}
		if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) > 1 {
			t.Errorf("left over: %v", entries)
		}
	}
}

// A file that has taken the place of another is not that one's to remove.
func TestReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	file := &mmv.File{Name: path, Flags: mmv.Process, Metrics: []mmv.Metric{number("a", mmv.Type32)}}
	old, err := mmv.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := mmv.Create(file); err != nil {
		t.Fatal(err)
	}
	if err := old.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func BenchmarkInc(b *testing.B) {
	w, err := mmv.Create(&mmv.File{Name: filepath.Join(b.TempDir(), "file"),
		Metrics: []mmv.Metric{number("a", mmv.TypeU64)}})
	if err != nil {
		b.Fatal(err)
	}
	n, _ := mmv.Find[uint64](w, "a", "")
	b.ReportAllocs()
	for b.Loop() {
		n.Inc()
	}
}

func BenchmarkCreate(b *testing.B) {
	file := &mmv.File{Name: filepath.Join(b.TempDir(), "file")}
	for i := range 1000 {
		m := number(fmt.Sprintf("group%d.metric%d", i%10, i), mmv.TypeU64)
		m.Item, m.OneLine = uint32(i), "a metric"
		file.Metrics = append(file.Metrics, m)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := mmv.Create(file); err != nil {
			b.Fatal(err)
		}
	}
}
