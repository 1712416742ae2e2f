package archive

import (
	"context"
	"errors"
	"maps"
	"strconv"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/specimen"
	"pcptools/libpcp/internal/expand"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/internal/sourcetest"
)

// interrupting is memory in which a call is cancelled when a file is opened.
type interrupting struct {
	specimen.Memory
	file   string
	cancel context.CancelFunc
}

func (m *interrupting) Open(name string) (expand.File, error) {
	if name == m.file && m.cancel != nil {
		m.cancel()
	}
	return m.Memory.Open(name)
}

// threeVolumes is the specimen with each of its last two records in a volume of its
// own, the first of which is compressed and not in the index.
func threeVolumes() specimen.Memory {
	meta, index, first := specimen.New(2)
	index = index[:len(index)-2*logfile.IndexEntrySize(2)]
	files := specimen.Memory{"x.meta": meta}
	for volume, sec := range map[int32]int64{1: 104, 2: 105} {
		l := logfile.Label{Magic: logfile.Magic | 2, PID: 7, Start: logfile.Stamp{Sec: 100}, Host: "h", Zone: "UTC", Volume: volume}
		b := l.Append(nil)
		at := logfile.Stamp{Sec: sec}
		record := specimen.Framed(nil, specimen.Record(at, 2+int(volume), 2))
		if volume == 2 {
			index = logfile.IndexEntry{Volume: 2, At: at, Off: int64(len(b))}.Append(index, 2)
		}
		first = first[:len(first)-len(record)]
		files["x."+strconv.Itoa(int(volume))] = append(b, record...)
	}
	files["x.0"], files["x.index"] = first, index
	files["x.1.gz"] = packGzip(files["x.1"])
	delete(files, "x.1")
	return files
}

// TestCancelledOpening cancels a call while it opens a compressed volume: it fails
// with the error of its context, and the calls after it return what they would have
// without it.
func TestCancelledOpening(t *testing.T) {
	for name, mode := range map[string]struct {
		mode  libpcp.Mode
		from  float64
		delta time.Duration
	}{
		"records forwards":      {libpcp.ModeForw, 100, 0},
		"records backwards":     {libpcp.ModeBack, 105, 0},
		"found by looking back": {libpcp.ModeForw, 103.9, 0},
		"interpolated":          {libpcp.ModeInterp, 100, time.Second / 2},
		"interpolated at once":  {libpcp.ModeInterp, 104, time.Second / 2},
		"interpolated backward": {libpcp.ModeInterp, 105, -time.Second / 2},
	} {
		t.Run(name, func(t *testing.T) {
			st := &interrupting{Memory: threeVolumes(), file: "x.1.gz"}
			want, failed := fetches(t, st, mode.mode, since1970(mode.from), mode.delta)
			if failed != 0 {
				t.Fatalf("%d calls cancelled that should not be", failed)
			}
			if len(want) < 2 {
				t.Fatalf("only %d values: %v", len(want), want)
			}
			st.cancel = func() {}
			got, failed := fetches(t, st, mode.mode, since1970(mode.from), mode.delta)
			if failed == 0 {
				t.Error("no call was cancelled")
			}
			if !maps.Equal(got, want) {
				t.Errorf("after a cancelled call:\n%v\nwithout:\n%v", got, want)
			}
		})
	}
}

// TestCancelledList cancels the opening of a list at its last archive, which then is not
// left out as one that cannot be read is.
func TestCancelledList(t *testing.T) {
	files := make(specimen.Memory)
	for i, name := range []string{"a", "b"} {
		files[name+".meta"], files[name+".index"], files[name+".0"] = specimen.At(int64(100+100*i), 2)
	}
	files["b.meta.gz"] = packGzip(files["b.meta"])
	delete(files, "b.meta")
	ctx, cancel := context.WithCancel(t.Context())
	skipped := func(name string, reason error) { t.Errorf("%s skipped: %v", name, reason) }
	if _, err := openIn(ctx, &interrupting{files, "b.meta.gz", cancel}, "a,b", Options{Skipped: skipped}); !errors.Is(err, context.Canceled) {
		t.Errorf("open: %v", err)
	}
}

// since1970 is a time in seconds since 1970.
func since1970(s float64) time.Time { return time.Unix(0, int64(s*1e9)) }

// fetches are the values of the specimen's counter by time and instance, and the
// number of calls that were cancelled, after which none is any more.
func fetches(t *testing.T, st *interrupting, mode libpcp.Mode, from time.Time, delta time.Duration) (values map[string]float64, cancelled int) {
	t.Helper()
	interrupt := st.cancel != nil
	st.cancel = nil
	a, err := openIn(t.Context(), st, "x", Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := sourcetest.Direct(a).SetMode(t.Context(), mode, from, delta); err != nil {
		t.Fatal(err)
	}
	values = make(map[string]float64)
	for n := 0; n < 100; {
		ctx, cancel := context.WithCancel(t.Context())
		if interrupt {
			st.cancel = cancel
		}
		r, err := sourcetest.Direct(a).Fetch(ctx, []libpcp.PMID{specimen.Counter}, nil)
		cancel()
		switch {
		case errors.Is(err, libpcp.ErrEOL):
			return values, cancelled
		case errors.Is(err, context.Canceled):
			interrupt, st.cancel = false, nil
			cancelled++
			continue
		case err != nil:
			t.Fatal(err)
		}
		n++
		for i, v := range r.Sets[0].Values {
			x, _ := r.Sets[0].Float64(i, libpcp.TypeU64)
			values[r.Time.UTC().Format(time.StampMicro)+" "+strconv.Itoa(int(v.Inst))] = x
		}
	}
	t.Fatal("no end")
	return nil, 0
}
