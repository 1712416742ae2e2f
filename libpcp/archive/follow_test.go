package archive_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pcptools/internal/archivetest"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// TestMore replays parts of an archive one after the other, in place of the whole:
// parts with records on either side for interpolation, and without for records.
func TestMore(t *testing.T) {
	for seed := range uint64(20) {
		whole := archivetest.Random(seed, archivetest.Options{Plain: true})
		for _, mode := range []libpcp.Mode{libpcp.ModeForw, libpcp.ModeInterp} {
			around := 0
			if mode == libpcp.ModeInterp {
				around = len(whole.Records) // that a part needs is not known
			}
			var bases []string
			var ends []time.Time
			for from := 0; from < len(whole.Records); from += 7 {
				part, to := *whole, min(from+7, len(whole.Records))
				part.Volumes = nil
				part.Records = whole.Records[max(0, from-around):min(to+around, len(whole.Records))]
				bases, ends = append(bases, filepath.Join(t.TempDir(), "part")), append(ends, whole.Records[to-1].Time)
				if err := part.Write(bases[len(bases)-1]); err != nil {
					t.Fatal(err)
				}
			}
			base := filepath.Join(t.TempDir(), "whole")
			if err := whole.Write(base); err != nil {
				t.Fatal(err)
			}
			next := 1
			more := func(context.Context) (archive.Continuation, error) {
				if next == len(bases) {
					return archive.Continuation{}, libpcp.ErrEOL
				}
				next++
				return archive.Continuation{List: bases[next-1], Until: ends[next-1]}, nil
			}
			want := fetchAll(t, base, archive.Options{}, mode, whole)
			got := fetchAll(t, bases[0], archive.Options{More: more, Until: ends[0]}, mode, whole)
			if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(libpcp.Result{}, "Marked")); diff != "" || len(want) == 0 || next != len(bases) {
				t.Errorf("seed %d, mode %v: %d results, -whole +parts\n%.2000s", seed, mode, len(want), diff)
			}
		}
	}
}

// fetchAll returns all results of a replay forwards.
func fetchAll(t *testing.T, base string, opts archive.Options, mode libpcp.Mode, h *archivetest.History) (all []*libpcp.Result) {
	t.Helper()
	a, err := archive.Open(t.Context(), base, opts)
	if err != nil {
		t.Fatal(err)
	}
	c := libpcp.NewContext(a)
	defer c.Close()
	step := h.End().Sub(h.Start) / 100
	if err := c.SetMode(t.Context(), mode, h.Start, step.Truncate(time.Microsecond)); err != nil {
		t.Fatal(err)
	}
	var ids []libpcp.PMID
	for _, m := range h.Metrics {
		ids = append(ids, m.PMID)
	}
	for {
		r, err := c.Fetch(t.Context(), ids)
		if libpcp.Code(err) == libpcp.ErrEOL {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
}
