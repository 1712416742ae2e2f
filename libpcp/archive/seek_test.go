package archive

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// TestSeekAcrossMark fetches a counter on both sides of a mark. A replay that meets
// the mark has no value around it; before PCP 7.2.2 neither has one that is set to a
// time beyond the mark. The expected values are those of libpcp (C) of each release.
func TestSeekAcrossMark(t *testing.T) {
	base := filepath.Join(t.TempDir(), "a")
	writeSketch(t, base, "0c12 2c12 4 6c12 8c12 10c12")
	for _, test := range []struct{ calls, before, since string }{
		{"1+ ~ ~ ~ ~ ~", "2 2 0 0 0 2", "2 2 0 0 0 2"},
		{"1+ 7+", "2 0", "2 2"},
		{"1+ 7+ ~", "2 0 2", "2 2 2"},
		{"7+ 1+ 7+", "2 2 0", "2 2 2"},
		{"1+ ~ 3+ 7+", "2 2 0 2", "2 2 0 2"},
		{"9- 7- 1-", "2 2 2", "2 2 2"},
		{"9- ~ ~ ~ ~ ~ ~ ~", "2 2 2 2 0 0 0 2", "2 2 2 2 0 0 0 2"},
	} {
		for version, want := range map[string]string{"6.0.3": test.before, "6.3.8": test.before, "7.2.2": test.since} {
			v, err := release.Parse(version)
			must(t, err)
			if got := seek(t, base, Options{Release: release.Of(v)}, test.calls); got != want {
				t.Errorf("%s: %s: %s values, want %s", version, test.calls, got, want)
			}
		}
	}
}

// seek returns how many values of listCounter there are at each time. A call is a
// second, with the direction of steps of a second, or ~, the next step.
func seek(t *testing.T, base string, opts Options, calls string) string {
	t.Helper()
	a, err := Open(context.Background(), base, opts)
	must(t, err)
	defer a.Close()
	c := libpcp.NewContext(a)
	var counts []string
	for _, call := range strings.Fields(calls) {
		if call != "~" {
			var second int64
			var sign rune
			_, err := fmt.Sscanf(call, "%d%c", &second, &sign)
			must(t, err)
			step := time.Second
			if sign == '-' {
				step = -step
			}
			must(t, c.SetMode(t.Context(), libpcp.ModeInterp, time.Unix(1e9+second, 0), step))
		}
		r, err := c.Fetch(t.Context(), []libpcp.PMID{listCounter.PMID})
		must(t, err)
		counts = append(counts, fmt.Sprint(len(r.Sets[0].Values)))
	}
	return strings.Join(counts, " ")
}
