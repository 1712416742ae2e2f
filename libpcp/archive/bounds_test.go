package archive

import (
	"bytes"
	"context"
	"iter"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/specimen"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/internal/sourcetest"
)

// longIndex is the index of the specimen, each entry many times.
func longIndex(index []byte, times int) []byte {
	label := logfile.LabelSize(2)
	long := bytes.Clone(index[:label])
	for i := label; i < len(index); i += 20 {
		long = append(long, bytes.Repeat(index[i:i+20], times)...)
	}
	return long
}

// TestLongIndex reads with an index of many entries for each record.
func TestLongIndex(t *testing.T) {
	meta, index, volume := specimen.New(2)
	long := longIndex(index, 20_000)
	for at := 99; at < 107; at++ {
		for _, mode := range []libpcp.Mode{libpcp.ModeForw, libpcp.ModeBack, libpcp.ModeInterp} {
			var times []int64
			for _, index := range [][]byte{index, long, nil} {
				files := specimen.Memory{"x.meta": meta, "x.0": volume}
				if index != nil {
					files["x.index"] = index
				}
				a, err := openIn(context.Background(), files, "x", Options{})
				if err != nil {
					t.Fatal(err)
				}
				sourcetest.Direct(a).SetMode(context.Background(), mode, time.Unix(int64(at), 0), time.Second)
				r, err := sourcetest.Direct(a).Fetch(context.Background(), []libpcp.PMID{specimen.Counter}, nil)
				if err != nil {
					r = &libpcp.Result{Time: time.Unix(int64(libpcp.Code(err)), 0)}
				}
				times = append(times, r.Time.UnixNano())
				a.Close()
			}
			if times[1] != times[0] {
				t.Errorf("mode %v at %d: %v", mode, at, times)
			}
		}
	}
}

// allocated is how many bytes something allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// zeros is a compressed file that begins with some bytes and goes on with
// zeros.
func zeros(t *testing.T, head []byte, n int) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	w.Write(head)
	for some := make([]byte, 1<<20); n > 0; n -= len(some) {
		w.Write(some)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestIndexBomb has an index of a few kilobytes that expands to many millions.
func TestIndexBomb(t *testing.T) {
	meta, index, volume := specimen.New(2)
	files := specimen.Memory{"x.meta": meta, "x.0": volume, "x.index.zst": zeros(t, index, 200<<20)}
	var err error
	n := allocated(func() { _, err = openIn(context.Background(), files, "x", Options{}) })
	if libpcp.Code(err) != libpcp.Errno(syscall.ENOMEM) {
		t.Errorf("%v", err)
	}
	if n > 16<<20 {
		t.Errorf("%d bytes allocated", n)
	}
}

// TestMetaBomb has metadata that say the same again and again.
func TestMetaBomb(t *testing.T) {
	meta, index, volume := specimen.New(2)
	long := bytes.Clone(meta)
	for range 20_000 {
		long = append(long, meta[logfile.LabelSize(2):]...)
	}
	open := func(meta []byte) *Archive {
		a, err := openIn(context.Background(), specimen.Memory{"x.meta": meta, "x.0": volume, "x.index": index}, "x", Options{})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	once, again := open(meta), open(long)
	if n, m := once.meta.NameCount(), again.meta.NameCount(); n != m {
		t.Errorf("%d names, and %d", n, m)
	}
	for _, id := range again.LabelIDs() {
		if n, m := count(once.LabelHistory(id)), count(again.LabelHistory(id)); n != m {
			t.Errorf("%v: %d labels, want %d", id, m, n)
		}
	}
	for _, id := range again.InDoms() {
		if n, m := count(once.InDomHistory(id)), count(again.InDomHistory(id)); n != m {
			t.Errorf("%v: %d versions, want %d", id, m, n)
		}
	}
}

func count[V any](versions iter.Seq2[V, error]) (n int) {
	for range versions {
		n++
	}
	return n
}

// TestLongRecord has records of a length that none has, in files that have it.
func TestLongRecord(t *testing.T) {
	meta, index, volume := specimen.New(2)
	length := []byte{0x05, 0, 0, 0} // 80 MiB
	for name, files := range map[string]specimen.Memory{
		"metadata": {"x.meta.zst": zeros(t, append(bytes.Clone(meta), append(length, 0, 0, 0, 1)...), 100<<20), "x.0": volume},
		"volume":   {"x.meta": meta, "x.0.zst": zeros(t, append(bytes.Clone(volume), length...), 100<<20), "x.index": index},
	} {
		var err error
		n := allocated(func() {
			var a *Archive
			if a, err = openIn(context.Background(), files, "x", Options{}); err == nil {
				for err == nil {
					_, err = sourcetest.Direct(a).FetchRecord(context.Background())
				}
				a.Close()
			}
		})
		if libpcp.Code(err) != libpcp.ErrLogRec {
			t.Errorf("%s: %v", name, err)
		}
		if n > 16<<20 {
			t.Errorf("%s: %d bytes allocated", name, n)
		}
	}
}
