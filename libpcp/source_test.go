package libpcp_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/recycled"
	"pcptools/libpcp/internal/sourcetest"
)

// recorded is an archive that notes the types of the queries it is asked.
type recorded struct {
	asked   []string
	results int
	spare   *libpcp.Result
}

func (r *recorded) Ask(_ context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		r.asked = append(r.asked, reflect.TypeOf(q).Elem().Name())
		switch q := q.(type) {
		case *libpcp.FetchQuery:
			q.Result = r.result()
		case *libpcp.RecordQuery:
			q.Result = r.result()
		case *recycled.Query:
			r.spare = q.Result.(*libpcp.Result)
		case *libpcp.KindQuery:
			q.Archive = true
		case *libpcp.StoreQuery, *libpcp.ReconnectQuery, *libpcp.SetModeQuery, *libpcp.LogLabelQuery, *libpcp.AllInstancesQuery:
		default:
			q.Decline()
		}
	}
}

func (r *recorded) result() *libpcp.Result {
	if spare := r.spare; spare != nil {
		r.spare = nil
		return spare
	}
	r.results++
	return new(libpcp.Result)
}

func (r *recorded) Close() error { return nil }

func (r *recorded) Duplicate(context.Context) (libpcp.Source, error) { return r, nil }

// wrapper has names of its own.
type wrapper struct{ libpcp.Source }

func (w wrapper) Ask(ctx context.Context, queries ...libpcp.Query) {
	libpcp.AskExcept(ctx, w.Source, queries, func(q libpcp.Query) bool {
		t, ok := q.(*libpcp.TraverseQuery)
		if ok {
			t.Names = libpcp.NameListOf([]string{"of.the.wrapper"})
		}
		return ok
	})
}

// useAll asks for what only some sources have.
func useAll(c *libpcp.Context) []error {
	ctx := context.Background()
	value := libpcp.ValueSet{Values: make([]libpcp.Value, 1)}
	store := c.Store(ctx, &libpcp.Result{Sets: []libpcp.ValueSet{value}})
	_, record := c.FetchRecordOf(ctx, 1)
	_, archive := c.Recording()
	_, text := c.Text(ctx, 1, libpcp.TextHelp)
	return []error{store, c.Reconnect(ctx), c.SetMode(ctx, libpcp.ModeForw, time.Time{}, 0), record, archive, text}
}

// What a wrapper does not know is the wrapped source's, but for Duplicate.
func TestWrapperPassesOn(t *testing.T) {
	src := &recorded{}
	c := libpcp.NewContext(wrapper{src})
	if got, want := useAll(c), []error{nil, nil, nil, nil, nil, libpcp.ErrNYI}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	want := []string{"StoreQuery", "RecordQuery", "KindQuery", "TextQuery", "ReconnectQuery", "SetModeQuery"}
	if !slices.Equal(src.asked, want) {
		t.Errorf("asked %q, want %q", src.asked, want)
	}
	if origin := c.NamesOrigin(); origin != libpcp.NamesArchive {
		t.Errorf("names from %v", origin)
	}
	if _, err := c.Duplicate(t.Context()); err != libpcp.ErrNYI {
		t.Errorf("duplicate: %v", err)
	}
}

// What a source lacks has a code of its own.
func TestDeclined(t *testing.T) {
	c := libpcp.NewContext(wrapper{sourcetest.NewMemory(1)})
	want := []error{libpcp.ErrNotHost, nil, libpcp.ErrMode, libpcp.ErrNotArchive, libpcp.ErrNotArchive, libpcp.ErrPMID}
	if got := useAll(c); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if origin := c.NamesOrigin(); origin != libpcp.NamesRemote {
		t.Errorf("names from %v", origin)
	}
	names := libpcp.LookupQuery{Names: []string{"a", "b"}}
	descs := libpcp.DescsQuery{IDs: make([]libpcp.PMID, 2)}
	for _, q := range []libpcp.Query{&names, &descs} {
		q.Decline()
	}
	refused := libpcp.LookupReply{ID: libpcp.NullPMID, Err: libpcp.ErrNYI}
	if !slices.Equal(names.Replies, []libpcp.LookupReply{refused, refused}) || len(descs.Replies) != 2 || descs.Replies[1].Err != libpcp.ErrNYI {
		t.Errorf("names %v, descriptors %v", names.Replies, descs.Replies)
	}
}

// The queries that a wrapper leaves keep their order, in one batch.
func TestAskExcept(t *testing.T) {
	kinds := []libpcp.Query{&libpcp.FetchQuery{}, &libpcp.TraverseQuery{}, &libpcp.StoreQuery{}, &libpcp.TextQuery{}}
	for n := range 1 << len(kinds) {
		var queries, others []libpcp.Query
		for i, q := range kinds {
			if queries = append(queries, q); n&(1<<i) == 0 {
				others = append(others, q)
			}
		}
		src := &batches{}
		libpcp.AskExcept(t.Context(), src, queries, func(q libpcp.Query) bool { return !slices.Contains(others, q) })
		if want := fmt.Sprint(others); len(others) > 0 && fmt.Sprint(src.asked...) != want || len(src.asked) > 1 {
			t.Errorf("%b: asked %v, want %v", n, src.asked, want)
		}
		if !slices.Equal(queries, kinds) {
			t.Errorf("%b: the caller's slice was changed", n)
		}
	}
}

// batches notes what it is asked.
type batches struct{ asked []any }

func (b *batches) Ask(_ context.Context, queries ...libpcp.Query) { b.asked = append(b.asked, queries) }
func (b *batches) Close() error                                   { return nil }

// A result that is given back serves for the next one, once.
func TestRecycle(t *testing.T) {
	src := &recorded{}
	c := libpcp.NewContext(src)
	first, _ := c.Fetch(t.Context(), []libpcp.PMID{1})
	c.Recycle(first)
	second, _ := c.FetchRecordOf(t.Context(), 1)
	third, _ := c.Fetch(t.Context(), []libpcp.PMID{1})
	if first != second || first == third || src.results != 2 {
		t.Errorf("%d results, %p %p %p", src.results, first, second, third)
	}
}

// nested is a source whose first fetch makes another by the same context.
type nested struct {
	recorded
	c *libpcp.Context
}

func (n *nested) Ask(ctx context.Context, queries ...libpcp.Query) {
	if c := n.c; c != nil {
		n.c = nil
		c.Fetch(ctx, []libpcp.PMID{2})
	}
	n.recorded.Ask(ctx, queries...)
}

func TestNestedFetch(t *testing.T) {
	src := &nested{}
	c := libpcp.NewContext(src)
	src.c = c
	if r, err := c.Fetch(t.Context(), []libpcp.PMID{1}); r == nil || err != nil {
		t.Errorf("got %v, %v", r, err)
	}
}

// A replay asks without allocating.
func TestFetchAllocations(t *testing.T) {
	c := libpcp.NewContext(&recorded{asked: make([]string, 0, 1000)})
	ids := []libpcp.PMID{1}
	ctx := t.Context()
	for name, take := range map[string]func() (*libpcp.Result, error){
		"fetch":  func() (*libpcp.Result, error) { return c.Fetch(ctx, ids) },
		"record": func() (*libpcp.Result, error) { return c.FetchRecordOf(ctx, 1) },
	} {
		if n := testing.AllocsPerRun(100, func() {
			r, _ := take()
			c.Recycle(r)
		}); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
