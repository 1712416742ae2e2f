package pmcd_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

const roundTrip = 25 * time.Millisecond

// askEverything asks all that "pminfo -dfmtT" shows, 128 metrics at a time,
// and returns the number of metrics.
func askEverything(t testing.TB, c *pmcd.Client) int {
	ctx := context.Background()
	names, err := sourcetest.Direct(c).Traverse(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	var lookups, descs []libpcp.Query
	for some := range slices.Chunk(names, 128) {
		lookups = append(lookups, &libpcp.LookupQuery{Names: some})
	}
	c.Ask(ctx, lookups...)
	for _, q := range lookups {
		descs = append(descs, &libpcp.DescsQuery{IDs: q.(*libpcp.LookupQuery).IDs()})
	}
	c.Ask(ctx, descs...)
	seen := make(map[libpcp.InDom]bool)
	for _, q := range descs {
		rest := restOf(q.(*libpcp.DescsQuery), seen)
		c.Ask(ctx, rest...)
		if err := rest[0].(*libpcp.FetchQuery).Err; err != nil {
			t.Error(err)
		}
	}
	return len(names)
}

// restOf asks about metrics what depends on their descriptors.
func restOf(q *libpcp.DescsQuery, seen map[libpcp.InDom]bool) []libpcp.Query {
	rest := []libpcp.Query{&libpcp.FetchQuery{IDs: q.IDs}}
	for i, r := range q.Replies {
		if d := r.Desc.InDom; r.Err == nil && d != libpcp.NullInDom && !seen[d] {
			seen[d] = true
			rest = append(rest, &libpcp.InstancesQuery{InDom: d})
		}
		for _, kind := range []libpcp.TextKind{libpcp.TextOneLine, libpcp.TextHelp} {
			text := libpcp.TextID{Kind: kind | libpcp.TextPMID, Ident: uint32(q.IDs[i])}
			rest = append(rest, &libpcp.TextQuery{ID: text})
		}
		item := libpcp.LabelID{Class: libpcp.LabelItem, Ident: uint32(q.IDs[i])}
		rest = append(rest, &libpcp.LabelsQuery{ID: item})
	}
	return rest
}

// TestRoundTrips counts the round trips of a whole name space in time that
// passes for nothing else.
func TestRoundTrips(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		script := pmcdtest.Serve(sourcetest.NewMemory(2475), pmcdtest.AllFeatures)
		d := pmcd.Dialer{NetDial: delayed(t, pmcdtest.Pipe(t, script), roundTrip)}
		start := time.Now()
		c := dial(t, d)
		metrics := askEverything(t, c)
		trips := int(time.Since(start) / roundTrip)
		t.Logf("%d metrics in %d round trips", metrics, trips)
		if trips > 30 {
			t.Errorf("%d round trips", trips)
		}
	})
}

// TestBatchIsOneRoundTrip has the batches that tools put.
func TestBatchIsOneRoundTrip(t *testing.T) {
	memory := sourcetest.NewMemory(1000)
	ctx := context.Background()
	names, _ := sourcetest.Direct(memory).Traverse(ctx, "many")
	ids, _ := libpcp.NewContext(memory).Lookup(ctx, names...)
	for _, test := range []struct {
		name string
		ask  func(c *pmcd.Client)
		want time.Duration
	}{
		{"one lookup", func(c *pmcd.Client) { sourcetest.Direct(c).Lookup(ctx, names[:1]) }, 1},
		{"names, of which some are unknown", func(c *pmcd.Client) {
			sourcetest.Direct(c).Lookup(ctx, append([]string{"no.such", "nor", "this"}, names...))
		}, 2},
		{"unknown names without a reason", func(c *pmcd.Client) {
			c.Ask(ctx, &libpcp.LookupQuery{Names: append([]string{"no.such", "nor", "this"}, names...), NoReason: true})
		}, 1},
		{"values, instances, texts, labels", func(c *pmcd.Client) {
			q := &libpcp.DescsQuery{IDs: ids[:128], Replies: sourcetest.Direct(memory).Descs(ctx, ids[:128])}
			c.Ask(ctx, restOf(q, map[libpcp.InDom]bool{})...)
		}, 1},
		{"names of metrics, children, single instances", func(c *pmcd.Client) {
			d := memory.Metrics[0].Desc.InDom
			c.Ask(ctx, &libpcp.NamesQuery{ID: ids[0]}, &libpcp.NamesQuery{ID: ids[1]}, &libpcp.ChildrenQuery{Name: "memory"},
				&libpcp.InstanceNameQuery{InDom: d, Inst: 5}, &libpcp.InstanceIDQuery{InDom: d, Name: "5 minute"})
		}, 1},
		{"the name of the host among others", func(c *pmcd.Client) {
			c.Ask(ctx, &libpcp.NamesQuery{ID: ids[0]}, &libpcp.HostNameQuery{}, &libpcp.NamesQuery{ID: ids[1]}, &libpcp.NamesQuery{ID: ids[2]})
		}, 3},
		{"descriptors", func(c *pmcd.Client) { sourcetest.Direct(c).Descs(ctx, ids) }, 1},
		{"descriptors, of which some fail", func(c *pmcd.Client) {
			sourcetest.Direct(c).Descs(ctx, append([]libpcp.PMID{1, 2, 3}, ids...))
		}, 2},
		{"long texts that do not exist", func(c *pmcd.Client) {
			var queries []libpcp.Query
			for id := range libpcp.PMID(100) {
				text := libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextPMID, Ident: uint32(id)}
				queries = append(queries, &libpcp.TextQuery{ID: text})
			}
			c.Ask(ctx, queries...)
		}, 2},
		{"a thousand descriptors, one by one", func(c *pmcd.Client) {
			var queries []libpcp.Query
			for i := range ids {
				queries = append(queries, &libpcp.DescsQuery{IDs: ids[i : i+1]})
			}
			c.Ask(ctx, queries...)
		}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				script := pmcdtest.Serve(memory, pmcdtest.AllFeatures)
				c := dial(t, pmcd.Dialer{NetDial: delayed(t, pmcdtest.Pipe(t, script), roundTrip)})
				start := time.Now()
				test.ask(c)
				if took := time.Since(start); took != test.want*roundTrip {
					t.Errorf("took %.1f round trips, want %d", float64(took)/float64(roundTrip), test.want)
				}
			})
		})
	}
}
