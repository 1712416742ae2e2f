package sample

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

func open(testing.TB) libpcp.Source {
	return local.New(local.Config{}, local.Agent{Domain: 29, New: New})
}

func TestSource(t *testing.T) { sourcetest.Run(t, open) }

// TestUnavailable puts the file in place that makes a daemon say "try again". An
// agent in-process has no eyes for it.
func TestUnavailable(t *testing.T) {
	ctx := context.Background()
	a := newAgent(release.Release{})
	a.unavailable = filepath.Join(t.TempDir(), "unavailable")
	s := pmda.NewService(a.Agent, 29, nil)
	client := &pmda.Client{}
	long := []libpcp.PMID{libpcp.NewPMID(29, 0, 10)}
	fetch := func() error {
		_, err := s.Fetch(ctx, client, long, nil)
		return err
	}
	if err := fetch(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(a.unavailable, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := fetch(); !errors.Is(err, libpcp.ErrAgain) {
		t.Errorf("fetch: %v", err)
	}
	if _, err := s.Desc(ctx, client, long[0]); !errors.Is(err, libpcp.ErrAgain) {
		t.Errorf("descriptor: %v", err)
	}
	a.Replacement.Peers = func() []pmda.Peer { return nil }
	if err := fetch(); err != nil {
		t.Errorf("in-process: %v", err)
	}
	a.Replacement.Peers = nil
	os.Remove(a.unavailable)
	if err := fetch(); err != nil {
		t.Errorf("without the file: %v", err)
	}
}

// TestMetrics checks what a table of this size gets wrong.
func TestMetrics(t *testing.T) {
	names := make(map[string]bool)
	helped := make(map[uint16]bool)
	for _, m := range New().Rows {
		if names[m.Name] {
			t.Errorf("%s is there twice", m.Name)
		}
		names[m.Name] = true
		if m.OneLine == "" && !helped[m.Item] {
			t.Errorf("%s has no help text", m.Name)
		}
		helped[m.Item] = true
	}
	if len(names) < 190 {
		t.Errorf("%d names", len(names))
	}
}

func TestNames(t *testing.T) {
	ctx := context.Background()
	s := pmda.NewService(New(), 77, nil)
	c := &pmda.Client{}
	secrets := []string{
		"secret.foo.bar.max.redirect", "secret.bin", "secret.bar", "secret.foo.one", "secret.foo.two", "secret.foo.bar.three",
		"secret.foo.bar.four", "secret.foo.bar.grunt.five", "secret.foo.bar.grunt.snort.six",
		"secret.foo.bar.grunt.snort.huff.puff.seven", "secret.family",
		"secret.en.one", "secret.en.two", "secret.en.three", "secret.fr.un", "secret.fr.deux", "secret.fr.trois",
		"secret.dk.et", "secret.dk.to", "secret.dk.tre", "secret.es.unos", "secret.es.dos", "secret.es.tres",
	}
	for _, root := range []string{"sample", "sampledso", "other"} {
		got, err := s.Traverse(ctx, c, root+".secret")
		var want []string
		for _, name := range secrets {
			want = append(want, root+"."+name)
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", root, err, diff)
		}
	}
	children, err := s.Children(ctx, c, "other.secret.foo")
	want := []libpcp.Child{{Name: "bar"}, {Name: "one", Leaf: true}, {Name: "two", Leaf: true}}
	if diff := cmp.Diff(want, children); diff != "" || err != nil {
		t.Errorf("children: %v\n%s", err, diff)
	}
	id, err := s.Lookup(ctx, c, "other.secret.foo.bar.max.redirect")
	if want := libpcp.NewPMID(2, 4, 1); id != want || err != nil {
		t.Errorf("redirect: %v, %v, want %v", id, err, want)
	}
	if _, err := s.Lookup(ctx, c, "other.load"); err != libpcp.ErrName {
		t.Errorf("outside of the subtrees: %v", err)
	}
}

// TestDynamic has instances come from a file that changes.
func TestDynamic(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PCP_PMDAS_DIR", dir)
	file := filepath.Join(dir, "sample", "dynamic.indom")
	if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	s := pmda.NewService(New(), 29, pmda.NewLogger(&log, "test"))
	counter, discrete := libpcp.NewPMID(29, 0, 76), libpcp.NewPMID(29, 0, 77)
	for i, step := range []struct {
		text string
		want []int32 // instances and values
	}{
		{"3 foo\n1 bar\n", []int32{3, 1, 1, 1}},
		{"", []int32{3, 2, 1, 2}},
		{"1a\n\n  2  b", []int32{1, 1, 2, 1}},
		{"1 a 1 b", []int32{1, 2, 1, 2}},
		{"x y", nil},
	} {
		if step.text != "" {
			if err := os.WriteFile(file, []byte(step.text), 0o644); err != nil {
				t.Fatal(err)
			}
			at := time.Unix(int64(i), 0)
			os.Chtimes(file, at, at)
		}
		sets, err := s.Fetch(context.Background(), &pmda.Client{}, []libpcp.PMID{counter, discrete}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, set := range sets {
			var got []int32
			for _, v := range set.Values {
				got = append(got, v.Inst, int32(v.Word))
			}
			if !slices.Equal(got, step.want) {
				t.Errorf("%q: %v has %v, want %v", step.text, set.PMID, got, step.want)
			}
		}
	}
	if !strings.Contains(log.String(), `no instance identifier at "x y"`) {
		t.Errorf("log: %s", &log)
	}
}

func FuzzParseInstances(f *testing.F) {
	for _, seed := range []string{"3 foo\n1 bar\n", "1a 2b", "1", "x", "4194304 a", "99999999999 a", "01 a\n0x10 b"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		members, err := parseInstances(text)
		if err != nil && members != nil {
			t.Error("members in spite of an error")
		}
		for _, m := range members {
			if m.ID < 0 || m.ID > maxDynamicID || m.Name == "" || strings.ContainsAny(m.Name, " \n") {
				t.Errorf("%+v of %q", m, text)
			}
		}
	})
}

// TestMirage has members come and go, and not too many of them.
func TestMirage(t *testing.T) {
	m := newMirage(&random{})
	seen := make(map[int32]bool)
	for range 1000 {
		m.change()
		if m.members[0].ID != 0 || len(m.members) > 25 {
			t.Fatalf("members %v", m.members)
		}
		for _, member := range m.members {
			seen[member.ID] = true
		}
	}
	if len(seen) != mirageNumbers {
		t.Errorf("%d of %d were there", len(seen), mirageNumbers)
	}
}

// TestDodgey has values, errors and nothing in turns.
func TestDodgey(t *testing.T) {
	d := newDodgey(&random{})
	d.store(context.Background(), nil, libpcp.Int32Atom(6))
	outcomes := make(map[string]int)
	for range 1000 {
		values, err := d.fetch(context.Background(), nil)
		switch {
		case err != nil:
			outcomes[err.Error()]++
		case len(values) == 0:
			outcomes["nothing"]++
		default:
			outcomes["values"]++
		}
	}
	if len(outcomes) != 5 || outcomes["values"] < 500 {
		t.Errorf("outcomes: %v", outcomes)
	}
}
