package archive_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pcp"
	"pcptools/libpcp/pmda/simple"
)

// unruly is a source whose instances come and go between requests, and whose clock
// is set.
type unruly struct {
	libpcp.Source
	at   time.Time
	gone int32 // an instance that has values and is not listed
	fail error
}

func (u *unruly) Ask(ctx context.Context, queries ...libpcp.Query) {
	u.Source.Ask(ctx, queries...)
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.FetchQuery:
			if q.Err = u.fail; u.fail != nil {
				q.Result = nil
				continue
			}
			q.Result.Time = u.at
		case *libpcp.InstancesQuery:
			for i, inst := range q.Instances {
				if inst.ID == u.gone {
					q.Instances = append(q.Instances[:i:i], q.Instances[i+1:]...)
					break
				}
			}
		}
	}
}

func TestRecorder(t *testing.T) {
	ctx := t.Context()
	o := pcp.Opener{Agents: []local.Agent{{New: simple.New}}}
	c, err := o.Open(ctx, pcp.Local, "")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	start := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC) // long before this host's clock
	source := &unruly{Source: c.Source(), at: start, gone: -1}
	base := filepath.Join(t.TempDir(), "a")
	r, err := archive.NewRecorder(ctx, libpcp.NewContext(source), base, archive.WriterOptions{Version: 3}, "simple.color", "simple.numfetch", "simple.time")
	if err != nil {
		t.Fatal(err)
	}
	sample := func(want error) {
		t.Helper()
		if err := r.Sample(ctx); !errors.Is(err, want) {
			t.Fatalf("got %v, want %v", err, want)
		}
	}
	if err := r.Mark(); err != nil { // nothing yet
		t.Fatal(err)
	}
	sample(nil)
	source.at = start.Add(-time.Second) // the clock goes back
	sample(nil)
	source.at, source.fail = start.Add(time.Second), libpcp.ErrIPC
	sample(libpcp.ErrIPC)
	if err := r.Mark(); err != nil {
		t.Fatal(err)
	}
	source.fail = nil
	sample(nil)
	if err := errors.Join(r.Close(), err); err != nil || r.Skipped() != 1 {
		t.Fatal(err, r.Skipped())
	}

	a, err := pcp.Open(ctx, pcp.Archive, base)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var colors []int // values of simple.color in each record, -1 for a mark
	for rec, err := range a.Records(ctx) {
		switch {
		case err != nil:
			t.Fatal(err)
		case len(rec.Sets) == 0:
			colors = append(colors, -1)
		default:
			colors = append(colors, len(rec.Sets[0].Values))
		}
	}
	if len(colors) != 3 || colors[0] != 3 || colors[1] != -1 || colors[2] != 3 {
		t.Errorf("values %v", colors)
	}
	rec, err := a.Recording()
	if err != nil {
		t.Fatal(err)
	}
	if label, err := rec.Label(); err != nil || !label.Start.Equal(start) {
		t.Errorf("%+v, %v", label, err)
	}
	ids, err := a.Lookup(ctx, "simple.color")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := a.Text(ctx, ids[0], libpcp.TextOneLine); err != nil || text == "" {
		t.Errorf("text %q, %v", text, err)
	}
}

// TestRecorderInstanceGone has an instance end between a fetch and the request for
// its name: its value is left out, the others are recorded.
func TestRecorderInstanceGone(t *testing.T) {
	ctx := t.Context()
	o := pcp.Opener{Agents: []local.Agent{{New: simple.New}}}
	c, err := o.Open(ctx, pcp.Local, "")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	base := filepath.Join(t.TempDir(), "a")
	r, err := archive.NewRecorder(ctx, libpcp.NewContext(&unruly{Source: c.Source(), at: time.Unix(1e9, 0), gone: 1}), base, archive.WriterOptions{}, "simple.color")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Sample(ctx), r.Close()); err != nil {
		t.Fatal(err)
	}
	a, err := pcp.Open(ctx, pcp.Archive, base)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for rec, err := range a.Records(ctx) {
		if err != nil || len(rec.Sets[0].Values) != 2 || rec.Sets[0].Values[0].Inst == 1 || rec.Sets[0].Values[1].Inst == 1 {
			t.Errorf("%+v, %v", rec, err)
		}
	}
}
