package library

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// TestRemoval replays a list of three archives of which one has a damaged record, and
// then from other times: since 7.1.4 that archive is left out.
func TestRemoval(t *testing.T) {
	dir := t.TempDir()
	c := build(t, need.Tree(t, "7.2.2", dir), "removal.c")
	warned := regexp.MustCompile(`(?m)^.*removing corrupted archive "(.*)" vol (\d+)$`)
	for i, test := range []struct {
		of, damaged int
		damage      func(path string) error
		calls       string
	}{
		{3, 0, breakLength, "record 30\nfetch 2 %[1]d\nmode 2 1000000000 0\nrecord 40"},
		{3, 0, breakLength, "mode 1 1000000000 700\nfetch 90 %[1]d\nmode 1 1000000003 900\nfetch 5 %[1]d"},
		{3, 1, breakLength, "record 30\nfetch 2 %[1]d\nmode 2 1000000000 0\nrecord 40"},
		{3, 1, breakLength, "mode 2 1000000022 0\nfetch 30 %[1]d\nmode 3 1000000050 0\nfetch 40 %[1]d"},
		{3, 1, breakLength, "mode 3 1000000008 0\nfetch 40 %[1]d\nmode 1 1000000041 700\nfetch 40 %[1]d"},
		{3, 1, breakLength, "mode 1 1000000000 700\nfetch 90 %[1]d\nmode 1 1000000003 900\nfetch 5 %[1]d"},
		{3, 2, breakLength, "mode 2 1000000022 0\nfetch 30 %[1]d\nmode 3 1000000050 0\nfetch 40 %[1]d"},
		{3, 2, breakLength, "record 30\nmode 2 1000000000 0\nrecord 40"},
		{3, 2, breakLength, "record 30\nfetch 2 %[1]d\nmode 2 1000000000 0\nrecord 40"},
		{3, 0, breakLength, "mode 3 1000000060 0\nrecord 40\nmode 2 1000000001 0\nrecord 5"},
		{3, 0, breakLength, "mode 2 1000000022 0\nfetch 30 %[1]d\nmode 3 1000000050 0\nfetch 40 %[1]d"},
		{3, 0, breakLength, "mode 3 1000000008 0\nfetch 40 %[1]d\nmode 1 1000000041 700\nfetch 40 %[1]d"},
		{3, 0, breakLength, "mode 1 1000000049 -700\nfetch 90 %[1]d\nmode 1 1000000021 500\nfetch 5 %[1]d"},
		{2, 1, breakLength, "record 30\nfetch 1 %[1]d"},
		{2, 1, breakTrailer, "record 30\nfetch 1 %[1]d"},
		{2, 1, cut, "record 30\nfetch 1 %[1]d"},
		{3, 0, breakLength, "mode 2 1000000005 0\nrecord 40"},
		{3, 0, breakLength, "mode 2 1000000006 0\nrecord 40"},
		{2, 0, breakLength, "mode 2 1000000005 0\nrecord 40"},
		{3, 0, cut, "mode 2 1000000006 0\nrecord 40"},
		{3, 0, cut, "mode 2 1000000004 0\nrecord 40"},
	} {
		calls := strings.ReplaceAll(test.calls, "%[1]d", fmt.Sprint(uint32(seconds)))
		t.Run(fmt.Sprint(test.damaged, " of ", test.of, ": ", strings.ReplaceAll(calls, "\n", ", ")), func(t *testing.T) {
			var bases []string
			for k := range test.of {
				base := filepath.Join(dir, fmt.Sprint("a", i, k))
				bases = append(bases, base)
				writeSeconds(t, base, 1e9+20*int64(k))
			}
			if err := test.damage(bases[test.damaged] + ".0"); err != nil {
				t.Fatal(err)
			}
			list := strings.Join(bases, ",")
			want := warned.ReplaceAllString(c.run(t, calls+"\n", list), "removed $1 $2")
			same(t, want, replay(t, archive.Options{Release: c.release()}, list, calls))
		})
	}
}

// seconds is a metric with the seconds of its records.
var seconds = libpcp.NewPMID(70, 0, 1)

// writeSeconds writes an archive of ten records, a second apart.
func writeSeconds(t *testing.T, base string, start int64) {
	t.Helper()
	w, err := archive.Create(base, archive.WriterOptions{Label: libpcp.LogLabel{Host: "h", PID: 1, Start: time.Unix(start, 0)}})
	if err != nil {
		t.Fatal(err)
	}
	desc := libpcp.Desc{PMID: seconds, Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
	if err := w.AddDesc(desc, "seconds"); err != nil {
		t.Fatal(err)
	}
	for i := range int64(10) {
		set := libpcp.ValueSet{PMID: seconds, Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: uint32(start + i - 1e9)}}}
		if err := w.Append(&libpcp.Result{Time: time.Unix(start+i, 0), Sets: []libpcp.ValueSet{set}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// fifth is where volumes of writeSeconds have record 5, behind a label and others.
const fifth = 132 + 5*40

// breakLength changes the first length of record 5 of a volume, and
// breakTrailer the second one.
func breakLength(path string) error  { return flip(path, fifth+3) }
func breakTrailer(path string) error { return flip(path, fifth+39) }

// flip changes a byte of a file.
func flip(path string, at int) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	b[at] ^= 1
	return os.WriteFile(path, b, 0o666)
}

// cut ends a volume within record 5.
func cut(path string) error { return os.Truncate(path, fifth+38) }

// replay does what testdata/removal.c does.
func replay(t *testing.T, opts archive.Options, list, calls string) string {
	t.Helper()
	ctx := context.Background()
	var out strings.Builder
	opts.Removed = func(name string, volume int) { fmt.Fprintf(&out, "removed %s %d\n", name, volume) }
	a, err := archive.Open(ctx, list, opts)
	if err != nil {
		t.Fatal(err)
	}
	c := libpcp.NewContext(a)
	defer c.Close()
	records, err := c.Recording()
	if err != nil {
		t.Fatal(err)
	}
	show := func(n int, next func() (*libpcp.Result, error)) {
		for range n {
			r, err := next()
			if err != nil {
				fmt.Fprintf(&out, "error %d\n", int(libpcp.Code(err)))
				return
			}
			fmt.Fprintf(&out, "%d.%06d", r.Time.Unix()-int64(r.Uncarried), r.Time.Nanosecond()/1e3+1e6*r.Uncarried)
			for _, set := range r.Sets {
				fmt.Fprintf(&out, " %d", len(set.Values))
				if len(set.Values) > 0 {
					fmt.Fprintf(&out, "=%d", set.Values[0].Word)
				}
			}
			out.WriteString("\n")
		}
	}
	for line := range strings.Lines(calls) {
		var sec, n, more int
		if k, _ := fmt.Sscanf(line, "mode %d %d %d", &n, &sec, &more); k == 3 {
			if err := c.SetMode(ctx, libpcp.Mode(n), time.Unix(int64(sec), 0), time.Duration(more)*time.Millisecond); err != nil {
				fmt.Fprintf(&out, "mode: error %d\n", int(libpcp.Code(err)))
			}
		} else if k, _ := fmt.Sscanf(line, "record %d", &n); k == 1 {
			show(n, func() (*libpcp.Result, error) { return records.FetchRecord(ctx) })
		} else if k, _ := fmt.Sscanf(line, "fetch %d %d", &n, &more); k == 2 {
			show(n, func() (*libpcp.Result, error) { return c.Fetch(ctx, []libpcp.PMID{libpcp.PMID(more)}) })
		}
	}
	return out.String()
}
