package archive_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// renamed is an archive whose instance 1 is called a for 20 seconds, then b.
func renamed(t *testing.T, version int) *libpcp.Context {
	t.Helper()
	start := time.Unix(1_700_000_000, 0)
	base := filepath.Join(t.TempDir(), "renamed")
	w, err := archive.Create(base, archive.WriterOptions{Version: version, Label: libpcp.LogLabel{Start: start}})
	if err != nil {
		t.Fatal(err)
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	desc := libpcp.Desc{PMID: libpcp.NewPMID(401, 0, 1), Type: libpcp.TypeU32, InDom: libpcp.NewInDom(401, 1), Sem: libpcp.SemInstant}
	check(w.AddDesc(desc, "x"))
	for i, name := range []string{"a", "a", "b", "b"} {
		at := start.Add(time.Duration(i) * 10 * time.Second)
		check(w.AddInstances(at, desc.InDom, []libpcp.Instance{{ID: 1, Name: name}}))
		set, err := libpcp.NewValueSet(desc.PMID, 1, libpcp.Uint32Atom(uint32(i)))
		check(err)
		check(w.Append(&libpcp.Result{Time: at, Sets: []libpcp.ValueSet{set}}))
	}
	check(w.Close())
	a, err := archive.Open(context.Background(), base, archive.Options{})
	check(err)
	c := libpcp.NewContext(a)
	t.Cleanup(func() { c.Close() })
	return c
}

// TestGroupRenamed has readings named as their instances were at their time,
// not at that of the next sample.
func TestGroupRenamed(t *testing.T) {
	ctx := context.Background()
	spell := func(samples func(func(*libpcp.Sample, error) bool)) string {
		var all []string
		for s, err := range samples {
			if err != nil {
				return err.Error()
			}
			readings, err := s.Values("x")
			word := fmt.Sprint("-", err)
			for _, r := range readings {
				word = fmt.Sprint(r.Instance, r.Float64())
			}
			all = append(all, word)
		}
		return strings.Join(all, " ")
	}
	for _, version := range []int{2, 3} {
		c := renamed(t, version)
		g, err := c.Group(ctx, "x")
		if err != nil {
			t.Fatal(err)
		}
		if got := spell(g.Samples(ctx, 10*time.Second)); got != "a0 a1 b2 b3" {
			t.Errorf("forwards: %s", got)
		}
		archived, _ := c.Recording()
		end, _ := archived.End(ctx)
		c.SetMode(ctx, libpcp.ModeInterp, end, -10*time.Second)
		if got := spell(g.Samples(ctx, -10*time.Second)); got != "b3 b2 a1 a0" {
			t.Errorf("backwards: %s", got)
		}
		if g, err = c.Group(ctx, "x[a]"); err != nil {
			t.Fatal(err)
		}
		c.SetMode(ctx, libpcp.ModeForw, time.Unix(1_700_000_000, 0), 0)
		if got := spell(g.Samples(ctx, 10*time.Second)); got != "a0 a1 -<nil> -<nil>" {
			t.Errorf("one name: %s", got)
		}
		c.SetMode(ctx, libpcp.ModeForw, time.Unix(1_700_000_000, 0), 0)
		if got := spell(g.Samples(ctx, 0)); got != "a0 a1 -<nil> -<nil>" {
			t.Errorf("as recorded: %s", got)
		}
	}
}
