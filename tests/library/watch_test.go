package library

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/world"
	"pcptools/libpcp"
	"pcptools/libpcp/pmcd"
)

// TestWatch has a hundred programs watch a pmcd of PCP that is killed and started again:
// each learns of what it missed, and goes on, the first time without a rate.
func TestWatch(t *testing.T) {
	need.PCP(t)
	w := world.Start(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	d := pmcd.Dialer{Backoff: []time.Duration{200 * time.Millisecond}}
	var watching, ended sync.WaitGroup
	for i := range 100 {
		client, err := d.Dial(ctx, fmt.Sprintf("localhost:%d", w.Port))
		if err != nil {
			t.Fatal(err)
		}
		c := libpcp.NewContext(client)
		g, err := c.Group(ctx, "pmcd.pdu_in.total")
		if err != nil {
			t.Fatal(err)
		}
		watching.Add(1)
		ended.Go(func() {
			defer c.Close()
			if err := watch(ctx, g, watching.Done); err != nil {
				t.Errorf("program %d: %v", i, err)
			}
		})
	}
	watching.Wait()
	if err := w.Restart(); err != nil {
		t.Fatal(err)
	}
	ended.Wait()
}

// watch watches until a value with a rate has come after an error. It calls ready when
// the first has come before.
func watch(ctx context.Context, g *libpcp.Group, ready func()) error {
	rates, missed, again := 0, 0, 0
	var last time.Time
	for s, err := range g.Watch(ctx, 100*time.Millisecond, time.Minute) {
		if !s.Time.After(last) {
			return fmt.Errorf("a sample of %v after that of %v", s.Time, last)
		}
		if last = s.Time; err != nil {
			missed++
			continue
		}
		readings, err := s.Values("pmcd.pdu_in.total")
		if err != nil || len(readings) != 1 {
			return fmt.Errorf("%d values: %w", len(readings), err)
		}
		_, rated := readings[0].Rate()
		switch {
		case missed > 0 && again == 0 && rated:
			return fmt.Errorf("a rate across %d samples that were missed", missed)
		case missed > 0:
			again++
		}
		if rated && missed == 0 {
			if rates++; rates == 1 {
				ready()
			}
		}
		if rated && again > 0 {
			return nil
		}
	}
	return fmt.Errorf("%d rates, then %d samples missed and %d values: %w", rates, missed, again, ctx.Err())
}
