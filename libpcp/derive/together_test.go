package derive

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// TestTogether has sources with the same definitions, each used by a goroutine
// of its own, while others change the definitions. What does not change is the
// same for all.
func TestTogether(t *testing.T) {
	const unbound = "qa.unbound = no.such + 1\n"
	text := "qa.double = sample.drift * 2\nqa.rate = rate(sample.drift)\nqa.one(oneline) = x\nqa.same = qa_indom.a + qa_indom.b\n" + unbound
	for i := range 200 {
		text += fmt.Sprintf("qa.many.m%d = sample.drift + %d\n", i, i)
	}
	var messages bytes.Buffer
	defs := New(&messages)
	defs.deferLoad(write(t, text))
	defs.EquateIndoms(write(t, "29.1 29.2\n"), func(problem string) { t.Error(problem) })
	var all, changing sync.WaitGroup
	done := make(chan struct{})
	changing.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			default:
				defineAndRemove(t, defs, fmt.Sprintf("qa.passing.m%d", i))
			}
		}
	})
	for n := range 8 {
		all.Go(func() { useDefinitions(t, libpcp.NewContext(Wrap(newFake(), defs)), n) })
	}
	all.Wait()
	close(done)
	changing.Wait()
	if n := strings.Count(messages.String(), "qa.unbound"); n == 0 || strings.Contains(messages.String(), "qa.double") {
		t.Errorf("reported: %s", messages.String())
	}
}

// defineAndRemove defines and removes a metric.
func defineAndRemove(t *testing.T, defs *Definitions, name string) {
	if err := defs.Register(name, "sample.drift + 1"); err != nil {
		t.Error(err)
	}
	if err := defs.AddText(name, libpcp.TextOneLine, "one that passes"); err != nil {
		t.Error(err)
	}
	if defs.Len() < 200 {
		t.Errorf("%d definitions", defs.Len())
	}
	if err := defs.Unregister(name); err != nil {
		t.Error(err)
	}
}

// useDefinitions asks a context of its own for everything that depends on
// definitions.
func useDefinitions(t *testing.T, c *libpcp.Context, n int) {
	ctx := context.Background()
	for i := range 6 {
		names, err := c.Traverse(ctx, "qa")
		if err != nil || !slices.Contains(names, "qa.many.m199") || slices.Contains(names, "qa.unbound") {
			t.Errorf("names: %v, %v", names, err)
			return
		}
		ids := sourcetest.Direct(c.Source()).Lookup(ctx, append([]string{"sample.drift", "qa.double"}, names...))
		wanted := make([]libpcp.PMID, len(ids))
		for i := range ids {
			wanted[i] = ids[i].ID // one that has gone is NullPMID
		}
		if replies := c.Descs(ctx, wanted); replies[0].Desc.PMID != drift || replies[1].Desc.PMID != wanted[1] {
			t.Errorf("descriptors: %+v", replies[:2])
		}
		r, err := c.Fetch(ctx, wanted)
		if err != nil || r.Sets[0].Values[0].Word != 421 || r.Sets[1].Values[0].Word != 842 {
			t.Errorf("values: %+v, %v", r, err)
		}
		for _, id := range wanted[2:] {
			c.Text(ctx, id, libpcp.TextOneLine)
		}
		own := fmt.Sprintf("own.m%d.n%d", n, i)
		if err := Add(ctx, c.Source(), own, "qa.double + 1"); err == nil {
			t.Errorf("%s: nested", own)
		}
		if err := Add(ctx, c.Source(), own+".x", "sample.drift + 1"); err != nil {
			t.Error(err)
		}
		if err := c.Reconnect(ctx); err != nil {
			t.Error(err)
		}
	}
}
