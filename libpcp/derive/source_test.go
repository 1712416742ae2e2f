package derive

import (
	"context"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/libpcp"
)

var (
	flags  = libpcp.NewPMID(511, 0, 1)
	missed = libpcp.NewPMID(511, 0, 2)
	drift  = libpcp.NewPMID(29, 0, 7)
	bin    = libpcp.NewPMID(29, 0, 9)
)

func newFake() *fake {
	return &fake{
		names: []string{"sample.drift", "sample.bin"},
		descs: []libpcp.Desc{
			{PMID: drift, Type: libpcp.Type32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant},
			{PMID: bin, Type: libpcp.Type32, InDom: libpcp.NewInDom(29, 2), Sem: libpcp.SemInstant},
		},
		sets: map[libpcp.PMID]libpcp.ValueSet{
			drift: {Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: 421}}},
		},
	}
}

func TestPredefined(t *testing.T) {
	ctx := context.Background()
	f := newFake()
	c := libpcp.NewContext(Wrap(f, New(io.Discard)))

	names, err := c.Traverse(ctx, "")
	if want := []string{"sample.drift", "sample.bin", "event.flags", "event.missed"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("Traverse = %q, %v, want %q", names, err, want)
	}
	names, err = c.Traverse(ctx, "event")
	if want := []string{"event.flags", "event.missed"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("Traverse(event) = %q, %v, want %q", names, err, want)
	}
	if _, err := c.Traverse(ctx, "even"); !errors.Is(err, libpcp.ErrName) {
		t.Errorf("Traverse(even): %v, want ErrName", err)
	}
	children, err := c.Children(ctx, "")
	if want := []libpcp.Child{{Name: "sample"}, {Name: "event"}}; err != nil || !slices.Equal(children, want) {
		t.Errorf("Children = %v, %v, want %v", children, err, want)
	}
	ids, err := c.Lookup(ctx, "event.missed", "no.such", "sample.bin")
	if want := []libpcp.PMID{missed, libpcp.NullPMID, bin}; !errors.Is(err, libpcp.ErrName) || !slices.Equal(ids, want) {
		t.Errorf("Lookup = %v, %v, want %v", ids, err, want)
	}
	ids, err = c.Lookup(ctx, "event.flags")
	if err != nil || ids[0] != flags {
		t.Errorf("Lookup(event.flags) = %v, %v", ids, err)
	}
	desc, err := c.Desc(ctx, flags)
	want := libpcp.Desc{PMID: flags, Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}
	if err != nil || desc != want {
		t.Errorf("Desc = %v, %v, want %v", desc, err, want)
	}
	text, err := c.Text(ctx, missed, libpcp.TextOneLine)
	if err != nil || text != "Count of missed event records" {
		t.Errorf("Text = %q, %v", text, err)
	}
	if name, err := c.Name(ctx, flags); err != nil || name != "event.flags" {
		t.Errorf("Name = %q, %v", name, err)
	}
}

func TestFetchMixed(t *testing.T) {
	f := newFake()
	c := libpcp.NewContext(Wrap(f, New(io.Discard)))
	r, err := c.Fetch(context.Background(), []libpcp.PMID{flags, drift, missed, drift})
	if err != nil {
		t.Fatal(err)
	}
	if want := []libpcp.PMID{drift, drift}; !slices.Equal(f.fetched, want) {
		t.Errorf("asked the source for %v, want %v", f.fetched, want)
	}
	d := libpcp.ValueSet{PMID: drift, Values: f.sets[drift].Values}
	want := []libpcp.ValueSet{{PMID: flags}, d, {PMID: missed}, d}
	if diff := cmp.Diff(want, r.Sets); diff != "" {
		t.Error(diff)
	}
}

func TestAbilities(t *testing.T) {
	ctx := context.Background()
	live := libpcp.NewContext(Wrap(newFake(), New(io.Discard)))
	if _, err := live.Recording(); !errors.Is(err, libpcp.ErrNotArchive) {
		t.Errorf("Archive over a live source: %v", err)
	}
	if _, err := live.Duplicate(ctx); !errors.Is(err, libpcp.ErrNYI) {
		t.Errorf("Duplicate: %v", err)
	}
	if err := live.Reconnect(ctx); err != nil {
		t.Errorf("Reconnect: %v", err)
	}
	archive := libpcp.NewContext(Wrap(&recorded{fake: *newFake()}, New(io.Discard)))
	if _, err := archive.Recording(); err != nil {
		t.Errorf("Archive: %v", err)
	}
}

func TestBatchTakesOneRequest(t *testing.T) {
	f := &batching{fake: *newFake()}
	c := libpcp.NewContext(Wrap(f, New(io.Discard)))
	lookup := &libpcp.LookupQuery{Names: []string{"event.flags", "sample.bin"}}
	traverse := &libpcp.TraverseQuery{Name: "event"}
	descs := &libpcp.DescsQuery{IDs: []libpcp.PMID{bin, flags, drift}}
	text := &libpcp.TextQuery{ID: libpcp.TextID{Kind: libpcp.TextPMID | libpcp.TextOneLine, Ident: uint32(flags)}}
	fetch := &libpcp.FetchQuery{IDs: []libpcp.PMID{flags, drift}}
	c.Batch(context.Background(), lookup, traverse, descs, text, fetch)
	if f.requests != 1 {
		t.Errorf("%d requests, want 1", f.requests)
	}
	if want := []libpcp.PMID{flags, bin}; !slices.Equal(lookup.IDs(), want) {
		t.Errorf("lookup: %v", lookup.Replies)
	}
	if want := []string{"event.flags", "event.missed"}; traverse.Err != nil || !slices.Equal(traverse.Names.Slice(), want) {
		t.Errorf("traverse: %v, %v", traverse.Names.Slice(), traverse.Err)
	}
	for i, want := range []libpcp.PMID{bin, flags, drift} {
		if r := descs.Replies[i]; r.Err != nil || r.Desc.PMID != want {
			t.Errorf("desc %d: %v", i, r)
		}
	}
	if text.Text != "Flags for event records" {
		t.Errorf("text %q", text.Text)
	}
	if fetch.Err != nil || len(fetch.Result.Sets) != 2 || fetch.Result.Sets[1].Values[0].Word != 421 {
		t.Errorf("fetch: %v, %v", fetch.Result, fetch.Err)
	}
}

func TestMerge(t *testing.T) {
	names := []string{"a.b.c", "a.b.d", "a.e", "f.g", "h"}
	extra := []string{"a.x", "n.o", "a.b.x", "f.y.z", "n.o.p", "a.x.deep", "n.q", "h.i", "a.b.x.y", "f.y", "a.e", "a.e.f", "a.b", "a.b.c.y"}
	want := []string{"a.b.c.y", "a.b.d", "a.e", "a.x", "f.g", "f.y.z", "h.i", "n.o", "n.q"}
	if diff := cmp.Diff(want, merge(names, extra)); diff != "" {
		t.Error(diff)
	}
}

// What cannot be bound is the source's to answer for, unless something else
// is to be computed.
func TestFetchUnbound(t *testing.T) {
	defs := New(io.Discard)
	if err := defs.Register("qa.x", "no.such + 1"); err != nil {
		t.Fatal(err)
	}
	unbound := libpcp.NewPMID(511, 0, 3)
	f := newFake()
	f.sets[unbound] = libpcp.ValueSet{Err: libpcp.ErrNoAgent}
	c := libpcp.NewContext(Wrap(f, defs))
	tests := []struct {
		ids  []libpcp.PMID
		want libpcp.Error
	}{
		{[]libpcp.PMID{unbound}, libpcp.ErrNoAgent},
		{[]libpcp.PMID{unbound, drift}, libpcp.ErrNoAgent},
		{[]libpcp.PMID{unbound, drift, flags}, libpcp.ErrPMID},
	}
	for _, test := range tests {
		r, err := c.Fetch(context.Background(), test.ids)
		if err != nil || len(r.Sets) != len(test.ids) || r.Sets[0].Err != test.want {
			t.Errorf("Fetch(%v) = %+v, %v, want %v first", test.ids, r, err, test.want)
		}
	}
}
