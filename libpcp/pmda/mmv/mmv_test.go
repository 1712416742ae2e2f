//go:build unix

package mmv_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/mmv"
	"pcptools/libpcp/pmda"
	agent "pcptools/libpcp/pmda/mmv"
)

// serve returns the agent in service, and its directory.
func serve(t testing.TB) (*pmda.Service, string) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("PCP_TMP_DIR", dir)
	mmvDir := filepath.Join(dir, "mmv")
	if err := os.Mkdir(mmvDir, 0o755); err != nil {
		t.Fatal(err)
	}
	s := pmda.NewService(agent.New(), 70, nil)
	t.Cleanup(func() { s.Close() })
	return s, mmvDir
}

// capture is a file that libpcp (C) has written.
func capture(t testing.TB, version int) []byte {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("testdata/v%d.mmv", version))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var client = new(pmda.Client)

// value returns the values of a metric, or the error.
func value(t testing.TB, s *pmda.Service, name string) string {
	t.Helper()
	id, err := s.Lookup(context.Background(), client, name)
	if err != nil {
		return err.Error()
	}
	sets, err := s.Fetch(context.Background(), client, []libpcp.PMID{id}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if sets[0].Err != nil {
		return sets[0].Err.Error()
	}
	d, err := s.Desc(context.Background(), client, id)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, v := range sets[0].Values {
		atom, err := libpcp.Extract(sets[0].Format, v, d.Type, d.Type)
		if err != nil {
			t.Fatal(err)
		}
		switch d.Type {
		case libpcp.TypeString:
			words = append(words, atom.Text())
		case libpcp.TypeFloat, libpcp.TypeDouble:
			words = append(words, fmt.Sprint(atom.Float64()))
		default:
			words = append(words, fmt.Sprint(atom.Int64()))
		}
	}
	return strings.Join(words, " ")
}

// TestCaptures reads what libpcp (C) has written.
func TestCaptures(t *testing.T) {
	s, mmvDir := serve(t)
	for version, name := range []string{1: "one", "two", "three"} {
		if version > 0 {
			if err := os.WriteFile(filepath.Join(mmvDir, name), capture(t, version), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, want := range map[string]string{
		"mmv.control.files":     "3",
		"mmv.one.number.i32":    "-7",
		"mmv.one.number.u32":    "4000000000",
		"mmv.one.number.i64":    "-5000000000000000",
		"mmv.one.number.u64":    "0 1 1000000000000000",
		"mmv.one.number.double": "2.5e-10",
		"mmv.one.text.one":      `say "hello"`,
		"mmv.one.time":          "1234567",
		"mmv.one.none":          libpcp.ErrAppVersion.Error(),
		"mmv.two.short":         " plum",
		"mmv.three.a":           "0 42",
		"mmv.four":              libpcp.ErrName.Error(),
	} {
		if got := value(t, s, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	id, err := s.Lookup(context.Background(), client, "mmv.three.a")
	if err != nil {
		t.Fatal(err)
	}
	for class, want := range map[libpcp.LabelClass]string{
		libpcp.LabelDomain:  `{"agent":"mmv"}`,
		libpcp.LabelCluster: `{"list":[1,"two"],"note":true}`,
		libpcp.LabelItem:    `{"number":-2.5}`,
	} {
		sets, err := s.Labels(context.Background(), client, libpcp.LabelID{Class: class, Ident: uint32(id)}, nil)
		if err != nil || len(sets) != 1 || sets[0].JSON != want {
			t.Errorf("class %d: %v, %v, want %s", class, sets, err, want)
		}
	}
}

// eventually waits for a value: a change may take a moment to be seen.
func eventually(t *testing.T, s *pmda.Service, name, want string) {
	t.Helper()
	got := ""
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if got = value(t, s, name); got == want {
			return
		}
	}
	t.Errorf("%s: %q, want %q", name, got, want)
}

// TestChanges has files come, change and go.
func TestChanges(t *testing.T) {
	s, mmvDir := serve(t)
	eventually(t, s, "mmv.control.files", "0")
	file := mmv.File{Name: "f", Cluster: 9, Metrics: []mmv.Metric{{Name: "a", Type: mmv.Type32, Sem: libpcp.SemInstant}}}
	w, err := mmv.Create(&file)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, s, "mmv.f.a", "0")
	if changes := s.Changes(); changes&libpcp.NamesChanged == 0 {
		t.Errorf("changes: %v", changes)
	}
	n, err := mmv.Find[int32](w, "a", "")
	if err != nil {
		t.Fatal(err)
	}
	n.Set(-3)
	if got := value(t, s, "mmv.f.a"); got != "-3" {
		t.Errorf("a changed value: %q", got)
	}

	file.Metrics[0].Name, file.Flags = "b", mmv.Process
	if w, err = mmv.Create(&file); err != nil {
		t.Fatal(err)
	}
	eventually(t, s, "mmv.f.b", "0")
	eventually(t, s, "mmv.f.a", libpcp.ErrName.Error())
	os.WriteFile(filepath.Join(mmvDir, "g"), capture(t, 1), 0o644)
	eventually(t, s, "mmv.control.files", "2")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	eventually(t, s, "mmv.f.b", libpcp.ErrName.Error())
	eventually(t, s, "mmv.control.files", "1")

	os.Truncate(filepath.Join(mmvDir, "g"), 20)
	eventually(t, s, "mmv.control.files", "0")
	os.RemoveAll(mmvDir)
	eventually(t, s, "mmv.control.reload", "0")
}

// TestReadOnce asks again while the time of the directory may hide a change:
// what has not changed is not read again, nor complained of.
func TestReadOnce(t *testing.T) {
	s, mmvDir := serve(t)
	os.WriteFile(filepath.Join(mmvDir, "f"), capture(t, 1), 0o644)
	value(t, s, "mmv.f.number.i32")
	before := &s.Agent().Metrics[0]
	if got := value(t, s, "mmv.f.number.i32"); got != "-7" {
		t.Error(got)
	}
	if before != &s.Agent().Metrics[0] {
		t.Error("what has not changed was read again")
	}
}

// TestHiddenChange has a file come, and one be finished, without the time of the
// directory or of the file showing that.
func TestHiddenChange(t *testing.T) {
	s, mmvDir := serve(t)
	for i := range 200 { // on a busy machine the time may be an old one
		path := filepath.Join(mmvDir, fmt.Sprint("f", i))
		b := capture(t, 1)
		os.WriteFile(path, make([]byte, len(b)), 0o644)
		value(t, s, "mmv.control.files")
		dir, err := os.Stat(mmvDir)
		file, fileErr := os.Stat(path)
		if err := cmp.Or(err, fileErr); err != nil {
			t.Fatal(err)
		}
		os.WriteFile(path, b, 0o644)
		os.Chtimes(path, time.Time{}, file.ModTime())
		finished := value(t, s, "mmv.control.files") == "1"
		os.WriteFile(path+"b", b, 0o644)
		os.Chtimes(mmvDir, time.Time{}, dir.ModTime())
		if finished && value(t, s, "mmv.control.files") == "2" {
			return
		}
		os.Remove(path)
		os.Remove(path + "b")
	}
	t.Error("no change was seen")
}

// TestIncomplete waits for a writer.
func TestIncomplete(t *testing.T) {
	s, mmvDir := serve(t)
	b := capture(t, 2)
	path := filepath.Join(mmvDir, "f")
	os.WriteFile(path, append(append(bytes.Clone(b[:16]), make([]byte, 8)...), b[24:]...), 0o644)
	eventually(t, s, "mmv.control.reload", "1")
	if got := value(t, s, "mmv.control.files"); got != "0" {
		t.Errorf("files: %s", got)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.WriteAt(b[16:24], 16)
	eventually(t, s, "mmv.f.short", " plum")
	eventually(t, s, "mmv.control.reload", "0")
}

// TestOrphan has a file end with its process.
func TestOrphan(t *testing.T) {
	s, mmvDir := serve(t)
	need.Program(t, "sleep")
	process := exec.Command("sleep", "60")
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	b := bytes.Clone(capture(t, 2))
	pid := uint32(process.Process.Pid)
	copy(b[28:], []byte{2, 0, 0, 0, byte(pid), byte(pid >> 8), byte(pid >> 16), byte(pid >> 24)})
	os.WriteFile(filepath.Join(mmvDir, "f"), b, 0o644)
	eventually(t, s, "mmv.f.short", " plum")
	process.Process.Kill()
	process.Wait()
	eventually(t, s, "mmv.f.short", libpcp.ErrName.Error())
}

// TestLazy checks that what is asked of other agents does not lead to the
// directory.
func TestLazy(t *testing.T) {
	s, mmvDir := serve(t)
	os.WriteFile(filepath.Join(mmvDir, "f"), capture(t, 1), 0o644)
	if _, err := s.Lookup(context.Background(), client, "kernel.all.load"); err != libpcp.ErrName {
		t.Error(err)
	}
	if n := len(s.Agent().Metrics); n != 0 {
		t.Errorf("%d metrics", n)
	}
	if got := value(t, s, "mmv.f.number.i32"); got != "-7" {
		t.Error(got)
	}
}

// TestProfile fetches some instances.
func TestProfile(t *testing.T) {
	s, mmvDir := serve(t)
	os.WriteFile(filepath.Join(mmvDir, "f"), capture(t, 1), 0o644)
	id, err := s.Lookup(context.Background(), client, "mmv.f.number.u64")
	if err != nil {
		t.Fatal(err)
	}
	d, _ := s.Desc(context.Background(), client, id)
	p := &libpcp.Profile{ExcludeAll: true}
	p.Add(d.InDom, 20, 10)
	sets, err := s.Fetch(context.Background(), client, []libpcp.PMID{id}, p)
	if err != nil || len(sets[0].Values) != 2 || sets[0].Values[0].Inst != 10 {
		t.Errorf("%+v, %v", sets, err)
	}
}

// everything asks for all there is.
func everything(s *pmda.Service) {
	ctx := context.Background()
	names, _ := s.Traverse(ctx, client, "mmv")
	var ids []libpcp.PMID
	for _, name := range names {
		id, err := s.Lookup(ctx, client, name)
		if err != nil {
			continue
		}
		ids = append(ids, id)
		d, err := s.Desc(ctx, client, id)
		if err == nil && d.InDom != libpcp.NullInDom {
			s.Instances(ctx, client, d.InDom)
			s.Labels(ctx, client, libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(d.InDom)}, nil)
		}
		s.Text(ctx, client, libpcp.TextID{Ident: uint32(id), Kind: libpcp.TextPMID | libpcp.TextHelp})
		s.Labels(ctx, client, libpcp.LabelID{Class: libpcp.LabelItem, Ident: uint32(id)}, nil)
	}
	s.Fetch(ctx, client, ids, nil)
}

// TestWriters reads while files are being changed, cut, extended, renamed and
// removed.
func TestWriters(t *testing.T) {
	_, mmvDir := serve(t)
	var log bytes.Buffer
	s := pmda.NewService(agent.New(), 70, pmda.NewLogger(&log, "test"))
	defer s.Close()
	stop, done := make(chan struct{}), make(chan struct{})
	files := [][]byte{capture(t, 1), capture(t, 2), capture(t, 3)}
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				disturb(filepath.Join(mmvDir, fmt.Sprint("f", i%3)), files[i%3], i)
			}
		}
	}()
	for deadline := time.Now().Add(time.Second); time.Now().Before(deadline); {
		everything(s)
	}
	close(stop)
	<-done
	if strings.Contains(log.String(), "panic") {
		t.Error(log.String())
	}
	for i, b := range files {
		os.WriteFile(filepath.Join(mmvDir, fmt.Sprint("f", i)), b, 0o644)
		os.Remove(filepath.Join(mmvDir, fmt.Sprint("f", i, ".new")))
	}
	time.Sleep(30 * time.Millisecond)
	os.Chtimes(mmvDir, time.Time{}, time.Now())
	eventually(t, s, "mmv.control.files", "3")
	eventually(t, s, "mmv.f0.number.i32", "-7")
}

// disturb does one of several things to a file.
func disturb(path string, b []byte, i int) {
	switch i / 3 % 7 {
	case 0:
		os.WriteFile(path, b, 0o644)
	case 1:
		os.Truncate(path, int64(i*97%len(b)))
	case 2:
		os.Truncate(path, int64(len(b)+i%5000))
	case 3:
		os.Rename(path, path+".new")
	case 4:
		damaged := bytes.Clone(b)
		for at := 24 + i*4%800; at+4 < len(damaged); at += 256 {
			damaged[at] += byte(i)
		}
		os.WriteFile(path, damaged, 0o644)
	case 5:
		os.Rename(path+".new", path)
	case 6:
		os.Remove(path)
	}
}

// FuzzFile asks for everything in any file.
func FuzzFile(f *testing.F) {
	for version := 1; version <= 3; version++ {
		b := capture(f, version)
		f.Add(b)
		for _, change := range []struct{ at, value int }{{4, 3}, {24, 50}, {28, 7}, {44, 255}, {60, 255}, {76, 2}, {83, 128}, {124, 255}} {
			changed := bytes.Clone(b)
			changed[change.at] = byte(change.value)
			f.Add(changed)
		}
		f.Add(b[:len(b)/2])
	}
	dir := f.TempDir()
	os.Mkdir(filepath.Join(dir, "mmv"), 0o755)
	f.Setenv("PCP_TMP_DIR", dir)
	f.Fuzz(func(t *testing.T, b []byte) {
		path := filepath.Join(dir, "mmv", fmt.Sprint("f", os.Getpid()))
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		defer os.Remove(path)
		var log bytes.Buffer
		s := pmda.NewService(agent.New(), 70, pmda.NewLogger(&log, "test"))
		defer s.Close()
		everything(s)
		if strings.Contains(log.String(), "panic") {
			t.Fatal(log.String())
		}
		names, _ := s.Traverse(context.Background(), client, "mmv.control")
		if !slices.Contains(names, "mmv.control.reload") {
			t.Errorf("names: %v", names)
		}
	})
}

// BenchmarkFetch fetches one metric of three instances.
func BenchmarkFetch(b *testing.B) {
	s, mmvDir := serve(b)
	os.WriteFile(filepath.Join(mmvDir, "f"), capture(b, 1), 0o644)
	time.Sleep(30 * time.Millisecond)
	id, err := s.Lookup(context.Background(), client, "mmv.f.number.u64")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Fetch(context.Background(), client, []libpcp.PMID{id}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
