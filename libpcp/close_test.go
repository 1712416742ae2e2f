package libpcp

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestClosed makes requests of a context that has been closed, as after
// pmDestroyContext(3), and closes it again.
func TestClosed(t *testing.T) {
	src := &onceClosed{}
	c := NewContext(src)
	for range 2 {
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if src.times != 1 {
		t.Errorf("the source was closed %d times", src.times)
	}
	ctx := t.Context()
	for name, request := range map[string]func() error{
		"Lookup":     func() error { _, err := c.Lookup(ctx, "sample.bin"); return err },
		"Traverse":   func() error { _, err := c.Traverse(ctx, ""); return err },
		"Desc":       func() error { _, err := c.Desc(ctx, 1); return err },
		"Instances":  func() error { _, err := c.Instances(ctx, 1); return err },
		"Labels":     func() error { _, err := c.Labels(ctx, LabelID{Class: LabelContext}); return err },
		"Text":       func() error { _, err := c.Text(ctx, 1, TextOneLine); return err },
		"Fetch":      func() error { _, err := c.Fetch(ctx, []PMID{1}); return err },
		"Store":      func() error { return c.Store(ctx, &Result{Sets: []ValueSet{{PMID: 1, Values: []Value{{Word: 1}}}}}) },
		"SetMode":    func() error { return c.SetMode(ctx, ModeInterp, time.Unix(1, 0), time.Second) },
		"Reconnect":  func() error { return c.Reconnect(ctx) },
		"Duplicate":  func() error { _, err := c.Duplicate(ctx); return err },
		"Group":      func() error { _, err := c.Group(ctx, "sample.bin"); return err },
		"FetchQuery": func() error { q := FetchQuery{IDs: []PMID{1}}; c.Batch(ctx, &q); return q.Err },
	} {
		if err := request(); !errors.Is(err, ErrNoContext) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var kind KindQuery
	if c.Batch(ctx, &kind); kind.Err != nil || !kind.Archive {
		t.Errorf("kind of a closed context: %+v", kind)
	}
}

// onceClosed is a source that must be closed once, and asked nothing after that.
type onceClosed struct{ times int }

func (s *onceClosed) Ask(context.Context, ...Query) { panic("asked") }

func (s *onceClosed) Close() error { s.times++; return nil }
