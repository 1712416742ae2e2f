package archive_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"pcptools/internal/archivetest"
	"pcptools/internal/campaign"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/internal/sourcetest"
)

// TestCampaignDamage reads random archives with made-up damage, which is compared with
// nothing that PCP prints. Reading ends; it takes memory in proportion; no record comes
// back that has not been written, but for the one or two that were changed; and it
// ends in an error unless all records have come, or the time of one has moved by less
// than a day: 200 inputs in make verify.
func TestCampaignDamage(t *testing.T) {
	rng := campaign.Rand(t)
	for n := range campaign.Tries(t, 10) {
		original := writeHistory(t, archivetest.Random(rng.Uint64(), archivetest.Options{}))
		for range 20 {
			seed := rng.Uint64()
			d := original.damaged(t, seed)
			d.read(t)
			if t.Failed() {
				t.Fatalf("archive %d, damage %d (%s)", n, seed, d.what)
			}
		}
	}
}

// valuesOf is the values of metrics at 40 times, as far as they can be had.
func valuesOf(t *testing.T, a *archive.Archive, ids []libpcp.PMID, from time.Time, step time.Duration) (values []string) {
	t.Helper()
	c := sourcetest.Direct(a)
	if err := c.SetMode(t.Context(), libpcp.ModeInterp, from, step); err != nil {
		t.Error(err)
	}
	for range 40 {
		r, err := c.Fetch(t.Context(), ids, nil)
		if err != nil {
			break
		}
		values = append(values, textOf(r))
	}
	return values
}

// written is an archive as it was written.
type written struct {
	base       string
	files      map[string][]byte // by suffix
	volumes    []string          // suffixes
	metrics    []libpcp.PMID
	records    []string
	known      map[string]bool // records
	start, end time.Time
}

// writeHistory writes an archive and reads its records.
func writeHistory(t *testing.T, h *archivetest.History) *written {
	t.Helper()
	dir := t.TempDir()
	base := filepath.Join(dir, "a")
	if err := h.Write(base); err != nil {
		t.Fatal(err)
	}
	w := &written{base: base, files: make(map[string][]byte), known: make(map[string]bool), start: h.Start, end: h.End()}
	names, err := filepath.Glob(base + ".*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		suffix := filepath.Ext(name)
		if w.files[suffix], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
		if suffix != ".meta" && suffix != ".index" {
			w.volumes = append(w.volumes, suffix)
		}
	}
	for i := range h.Metrics {
		w.metrics = append(w.metrics, h.Metrics[i].PMID)
	}
	a, err := archive.Open(context.Background(), base, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	w.records, err = readAll(t, a, libpcp.ModeForw, time.Time{}, 1<<20)
	if !errors.Is(err, libpcp.ErrEOL) || len(w.records) != len(h.Records) {
		t.Fatalf("%d of %d undamaged records: %v", len(w.records), len(h.Records), err)
	}
	for _, r := range w.records {
		w.known[r] = true
	}
	return w
}

// damaged is an archive after something has happened to its files.
type damaged struct {
	*written
	base    string
	what    string
	changed int  // records may come back that have not been written
	whole   bool // all records are still there, or damaged so that it is noticed
}

func (w *written) damaged(t *testing.T, seed uint64) *damaged {
	t.Helper()
	d := &damaged{written: w, base: filepath.Join(t.TempDir(), "a")}
	for suffix, b := range w.files {
		if err := os.WriteFile(d.base+suffix, b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	rng := rand.New(rand.NewPCG(seed, 3))
	suffix := w.volumes[rng.IntN(len(w.volumes))]
	b := slices.Clone(w.files[suffix])
	at := recordsOf(b)
	switch kind := rng.IntN(6); {
	case kind < 2 || len(at) < 3:
		d.what, d.changed = "bytes of any file", 2
		if err := archivetest.Damage(d.base, seed); err != nil {
			t.Fatal(err)
		}
		return d
	case kind == 2:
		d.what, d.changed, d.whole = "a bit of volume "+suffix, 1, true
		b[at[0]+rng.IntN(len(b)-at[0])] ^= 1 << rng.IntN(8)
	case kind == 3:
		d.what, d.changed, d.whole = "a word of volume "+suffix, 1, true
		r := rng.IntN(len(at) - 1)
		i := at[r] + 4*rng.IntN(min(6, (at[r+1]-at[r])/4))
		binary.BigEndian.PutUint32(b[i:], [...]uint32{0, 1, 24, 1 << 31, rng.Uint32()}[rng.IntN(5)])
	case kind == 4:
		d.what = "records exchanged in volume " + suffix
		i, j := rng.IntN(len(at)-2), rng.IntN(len(at)-2)
		i, j = min(i, j), max(i, j)+1
		b = slices.Concat(b[:at[i]], b[at[j]:at[j+1]], b[at[i+1]:at[j]], b[at[i]:at[i+1]], b[at[j+1]:])
	default:
		i, j := rng.IntN(len(at)-1), rng.IntN(len(at))
		d.what, d.whole = "a record repeated in volume "+suffix, i <= j
		b = slices.Concat(b[:at[j]], b[at[i]:at[i+1]], b[at[j]:])
	}
	if err := os.WriteFile(d.base+suffix, b, 0o666); err != nil {
		t.Fatal(err)
	}
	return d
}

// recordsOf is where the records of a volume begin, and where the last ends.
func recordsOf(b []byte) (at []int) {
	for off := int(binary.BigEndian.Uint32(b)); off < len(b); off += int(binary.BigEndian.Uint32(b[off:])) {
		at = append(at, off)
	}
	return append(at, len(b))
}

// read reads the archive in all modes.
func (d *damaged) read(t *testing.T) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	a, err := archive.Open(context.Background(), d.base, archive.Options{})
	if err != nil {
		return
	}
	defer a.Close()
	limit := 2*len(d.records) + 10
	forward, err := readAll(t, a, libpcp.ModeForw, time.Unix(0, 0), limit)
	d.check(t, forward, limit)
	if d.whole && errors.Is(err, libpcp.ErrEOL) && !d.moved(forward) && len(forward) < len(d.records)-1 {
		t.Errorf("%d of %d records without an error", len(forward), len(d.records))
	}
	back, _ := readAll(t, a, libpcp.ModeBack, d.end.Add(time.Hour), limit)
	d.check(t, back, limit)
	valuesOf(t, a, d.metrics, time.Time{}, 700*time.Millisecond)
	valuesOf(t, a, d.metrics, d.end, -1300*time.Millisecond)
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 64<<20 {
		t.Errorf("took %d MiB", grown>>20)
	}
}

// moved reports whether a record that has been read has another time than as it was
// written, by less than a day: as when clocks are set, those that seem to come before it
// are passed over.
func (d *damaged) moved(records []string) bool {
	return slices.ContainsFunc(records, func(r string) bool {
		var sec int64
		fmt.Sscan(r, &sec)
		return !d.known[r] && sec > d.start.Unix()-24*3600 && sec < d.end.Unix()+24*3600
	})
}

// check checks records that have been read.
func (d *damaged) check(t *testing.T, records []string, limit int) {
	t.Helper()
	if len(records) == limit {
		t.Error("reading does not end")
	}
	foreign := make(map[string]bool)
	for _, r := range records {
		if !d.known[r] {
			foreign[r] = true
		}
	}
	if len(foreign) > d.changed {
		t.Errorf("%d records that have not been written: %v", len(foreign), foreign)
	}
}

// readAll reads records from a time on, a number of them at most.
func readAll(t *testing.T, a *archive.Archive, mode libpcp.Mode, from time.Time, limit int) (records []string, err error) {
	t.Helper()
	c := sourcetest.Direct(a)
	if err := c.SetMode(context.Background(), mode, from, 0); err != nil {
		t.Fatal(err)
	}
	for len(records) < limit {
		r, err := c.FetchRecord(context.Background())
		if err != nil {
			return records, err
		}
		records = append(records, textOf(r))
	}
	return records, nil
}

// textOf is all that a result has.
func textOf(r *libpcp.Result) string {
	text := fmt.Sprint(r.Time.Unix(), r.Time.Nanosecond())
	for _, s := range r.Sets {
		text += fmt.Sprint(" ", s.PMID, s.Err, s.Format)
		for _, v := range s.Values {
			text += fmt.Sprintf(" %d:%d:%x", v.Inst, v.Word, v.Encoded())
		}
	}
	return text
}
