package derive

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp"
)

func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "test.conf")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestUntouchedCostsNothing(t *testing.T) {
	ctx := context.Background()
	defs := New(io.Discard)
	defs.deferLoad(write(t, "qa.a = sample.drift + 1\n"))
	f := &batching{fake: *newFake()}
	c := libpcp.NewContext(Wrap(f, defs))
	ids, err := c.Lookup(ctx, "sample.drift", "sample.bin")
	if err != nil {
		t.Fatal(err)
	}
	c.Descs(ctx, ids)
	if _, err := c.Fetch(ctx, ids); err != nil {
		t.Fatal(err)
	}
	c.Batch(ctx, &libpcp.LookupQuery{Names: []string{"sample.bin"}}, &libpcp.FetchQuery{IDs: ids})
	if _, err := c.Lookup(ctx, "event.flags"); err != nil {
		t.Fatal(err)
	}
	if len(defs.deferred) == 0 {
		t.Error("the deferred file has been loaded")
	}
	if f.requests != 5 {
		t.Errorf("%d requests, want 5", f.requests)
	}
	if ids, err := c.Lookup(ctx, "qa.a"); err != nil || ids[0] != libpcp.NewPMID(511, 0, 3) {
		t.Errorf("qa.a: %v, %v", ids, err)
	}
}

func TestBindingTakesTwoRequests(t *testing.T) {
	var text strings.Builder
	for _, name := range []string{"a", "b", "c", "d"} {
		text.WriteString("qa." + name + " = sample.drift + sample.bin / no.such\n")
		text.WriteString("qb." + name + " = sample.drift + count(sample.bin)\n")
	}
	defs := New(io.Discard)
	defs.deferLoad(write(t, text.String()))
	f := &batching{fake: *newFake()}
	c := libpcp.NewContext(Wrap(f, defs))
	q := &libpcp.TraverseQuery{}
	c.Batch(context.Background(), q)
	want := []string{"sample.drift", "sample.bin", "event.flags", "event.missed", "qb.a", "qb.b", "qb.c", "qb.d"}
	if !slices.Equal(q.Names.Slice(), want) {
		t.Errorf("names %q, want %q", q.Names.Slice(), want)
	}
	if f.requests != 3 {
		t.Errorf("%d requests, want 3", f.requests)
	}
	ids, _ := c.Lookup(context.Background(), "qb.a", "qb.b", "qb.c")
	f.requests = 0
	fetch := &libpcp.FetchQuery{IDs: ids}
	c.Batch(context.Background(), &libpcp.DescsQuery{IDs: ids}, fetch)
	if f.requests != 1 {
		t.Errorf("%d requests for bound metrics, want 1", f.requests)
	}
	if want := []libpcp.PMID{drift, bin}; !slices.Equal(f.fetched, want) {
		t.Errorf("fetched %v, want %v", f.fetched, want)
	}
}

func TestSelfReference(t *testing.T) {
	defs := New(io.Discard)
	for _, d := range [][2]string{{"qa.a", "qa.b + 1"}, {"qa.b", "qa.a + 1"}, {"qa.c", "qa.c"}} {
		if err := defs.Register(d[0], d[1]); err != nil {
			t.Fatal(err)
		}
	}
	c := libpcp.NewContext(Wrap(newFake(), defs))
	for item := uint32(3); item <= 5; item++ {
		if _, err := c.Desc(context.Background(), libpcp.NewPMID(511, 0, item)); !errors.Is(err, libpcp.ErrBadDerive) {
			t.Errorf("511.0.%d: %v", item, err)
		}
	}
}

func TestLoad(t *testing.T) {
	var out bytes.Buffer
	file := write(t, "qa.a = 1\n")
	missing := filepath.Join(t.TempDir(), "missing")

	defs := New(&out)
	if err := defs.Load(file + ":" + missing); !errors.Is(err, fs.ErrNotExist) || libpcp.ErrorText(err) != "No such file or directory" {
		t.Errorf("Load: %v", err)
	}
	if defs.byName("qa.a") < 0 {
		t.Error("qa.a is not defined")
	}

	defs = New(&out)
	defs.loadOnWrap(missing + ":" + filepath.Dir(file))
	Wrap(newFake(), defs)
	if len(defs.list) != 3 {
		t.Errorf("%d definitions, want 3", len(defs.list))
	}
	if out.Len() > 0 {
		t.Errorf("reported %q", out.String())
	}
}

// TestInstalled loads the definitions that PCP ships.
func TestInstalled(t *testing.T) {
	const dir = "/var/lib/pcp/config/derived"
	need.File(t, dir)
	var out bytes.Buffer
	defs := New(&out)
	if err := defs.Load(dir); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 0 {
		t.Errorf("reported %q", out.String())
	}
	if len(defs.list) < 2+62 {
		t.Errorf("%d definitions, want at least 64", len(defs.list))
	}
}
