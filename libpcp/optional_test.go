package libpcp_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// able is a Source with all optional interfaces, which counts their use.
type able struct {
	*sourcetest.Memory
	used []string
}

func (s *able) use(what string) { s.used = append(s.used, what) }

func (s *able) Batch(ctx context.Context, queries ...libpcp.Query) {
	s.use("Batch")
	for _, q := range queries {
		q.Ask(ctx, s.Memory)
	}
}

func (s *able) Store(context.Context, *libpcp.Result) error { s.use("Store"); return nil }
func (s *able) Reconnect(context.Context) error             { s.use("Reconnect"); return nil }
func (s *able) Recycle(*libpcp.Result)                      { s.use("Recycle") }
func (s *able) Duplicate(context.Context) (libpcp.Source, error) {
	s.use("Duplicate")
	return s, nil
}
func (s *able) SetMode(context.Context, libpcp.Mode, time.Time, time.Duration) error {
	s.use("SetMode")
	return nil
}
func (s *able) Label() (libpcp.ArchiveLabel, error)    { return libpcp.ArchiveLabel{}, nil }
func (s *able) End(context.Context) (time.Time, error) { return time.Time{}, nil }
func (s *able) FetchRecord(context.Context) (*libpcp.Result, error) {
	s.use("FetchRecord")
	return nil, libpcp.ErrEOL
}
func (s *able) FetchRecordOf(context.Context, libpcp.PMID) (*libpcp.Result, error) {
	s.use("FetchRecordOf")
	return nil, libpcp.ErrEOL
}
func (s *able) AllInstances(context.Context, libpcp.InDom) ([]libpcp.Instance, error) {
	return nil, nil
}
func (s *able) AnyInstanceName(context.Context, libpcp.InDom, int32) (string, error) { return "", nil }
func (s *able) AnyInstanceID(context.Context, libpcp.InDom, string) (int32, error)   { return 0, nil }

// wrapper changes one method and forwards no optional interface.
type wrapper struct {
	libpcp.Source
	traversed int
}

func (w *wrapper) Traverse(context.Context, string) ([]string, error) {
	w.traversed++
	return []string{"of.the.wrapper"}, nil
}

func useAll(c *libpcp.Context) (failed []error) {
	ctx := context.Background()
	value := libpcp.ValueSet{Values: make([]libpcp.Value, 1)}
	_, duplicated := c.Duplicate(ctx)
	_, record := c.FetchRecordOf(ctx, 1)
	c.Recycle(&libpcp.Result{})
	return []error{
		c.Store(ctx, &libpcp.Result{Sets: []libpcp.ValueSet{value}}), c.Reconnect(ctx), duplicated,
		c.SetMode(ctx, libpcp.ModeForw, time.Time{}, 0), record,
	}
}

func TestOptionalInterfaces(t *testing.T) {
	s := &able{Memory: sourcetest.NewMemory(1)}
	want := []error{nil, nil, nil, nil, libpcp.ErrEOL}
	if got := useAll(libpcp.NewContext(s)); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if want := []string{"Duplicate", "FetchRecordOf", "Recycle", "Store", "Reconnect", "SetMode"}; !slices.Equal(s.used, want) {
		t.Errorf("used %q, want %q", s.used, want)
	}
}

// A wrapper that changes a method is asked, whatever the source that it wraps
// can do.
func TestWrapperIsNotBypassed(t *testing.T) {
	s := &able{Memory: sourcetest.NewMemory(1)}
	w := &wrapper{Source: s}
	c := libpcp.NewContext(w)
	q := &libpcp.TraverseQuery{Name: "memory"}
	c.Batch(context.Background(), q, &libpcp.DescsQuery{IDs: []libpcp.PMID{1}})
	if w.traversed != 1 || !slices.Equal(q.Names.Slice(), []string{"of.the.wrapper"}) {
		t.Errorf("wrapper asked %d times, answer %q, %v", w.traversed, q.Names.Slice(), q.Err)
	}
	want := []error{libpcp.ErrNotHost, nil, libpcp.ErrNYI, libpcp.ErrMode, libpcp.ErrNotArchive}
	if got := useAll(c); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if len(s.used) > 0 {
		t.Errorf("behind the wrapper's back: %q", s.used)
	}
}

// archiver hands out another value for requests of an archive.
type archiver struct {
	libpcp.Source
	seeker libpcp.Seeker
}

func (a *archiver) Archive() (libpcp.Seeker, error) { return a.seeker, nil }

func TestArchiver(t *testing.T) {
	s := &able{Memory: sourcetest.NewMemory(1)}
	c := libpcp.NewContext(&archiver{Source: sourcetest.NewMemory(1), seeker: s})
	if _, err := c.FetchRecordOf(context.Background(), 1); err != libpcp.ErrEOL {
		t.Error(err)
	}
	if err := c.SetMode(t.Context(), libpcp.ModeBack, time.Time{}, 0); err != nil {
		t.Error(err)
	}
	if want := []string{"FetchRecordOf", "SetMode"}; !slices.Equal(s.used, want) {
		t.Errorf("used %q, want %q", s.used, want)
	}
}
