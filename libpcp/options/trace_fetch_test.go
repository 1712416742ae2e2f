package options

import (
	"context"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/internal/sourcetest"
)

// fetches notes the results that are traced.
type fetches struct{ seen []string }

func (*fetches) Traces(string) bool { return true }

func (f *fetches) Trace(_ context.Context, event any) {
	fetched := event.(traced.Fetched)
	f.seen = append(f.seen, fmt.Sprint(len(fetched.Result.Sets)))
}

// traceMemory returns a traced source with derived metrics.
func traceMemory(host bool) (*fetchTrace, *fetches) {
	memory := sourcetest.NewMemory(1)
	for i := range memory.Metrics {
		if memory.Metrics[i].Name == "memory.host.name" {
			memory.Metrics[i].Name = "pmcd.hostname"
		}
	}
	src := derive.Wrap(memory, derive.New(io.Discard))
	seen := new(fetches)
	return &fetchTrace{Source: src, tracer: seen, names: libpcp.NewContext(src), zone: time.UTC, host: host}, seen
}

// A trace takes nothing from what the source behind it has.
func TestFetchTracePassesOn(t *testing.T) {
	src, _ := traceMemory(false)
	if err := derive.Add(t.Context(), src, "qa.x", "memory.one + 1"); err != nil {
		t.Error(err)
	}
	if err := derive.Remove(src, "qa.x"); err != nil {
		t.Error(err)
	}
	if err := derive.Remove(src, "qa.x"); err != libpcp.ErrName {
		t.Errorf("again: %v", err)
	}
}

// Fetches are traced, alone and in a batch, and those that PCP makes to learn a
// pmcd's host and time zone.
func TestFetchTrace(t *testing.T) {
	src, got := traceMemory(true)
	c := libpcp.NewContext(src)
	ids, err := c.Lookup(t.Context(), "memory.one", "memory.load")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Fetch(t.Context(), ids[:1]); err != nil {
		t.Fatal(err)
	}
	c.Batch(t.Context(), &libpcp.FetchQuery{IDs: ids}, &libpcp.DescsQuery{IDs: ids}, &libpcp.FetchQuery{IDs: ids[:1]})
	if name := c.HostName(t.Context()); name != "memory.example" || !slices.Equal(got.seen, []string{"1", "2", "1", "1"}) {
		t.Errorf("host %q, sets %q", name, got.seen)
	}
}
