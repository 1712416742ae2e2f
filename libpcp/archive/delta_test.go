package archive

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// TestBadDeltas has what is reported of records of an instance domain: full ones (=)
// and deltas, each a second after the one before it, or at the same time (@). What
// makes no sense is reported of the records that are needed for the instances at a
// time, or for all, the oldest first.
func TestBadDeltas(t *testing.T) {
	const all = -1
	for _, test := range []struct {
		records string
		at      int
		want    string
	}{
		{"=1,2,3 4,-2", all, ""},
		{"=1,2,3 -9,4,-8", all, "1:-8 2:-9"},
		{"=1,2,3,5 9,-7,2,-1,4,-8,3", all, "4:-7 5:-8"},
		{"=1,2,3 2x", all, "0:2x 1:2"},
		{"=3,1,2 -9 -8 5 5", all, "0:-9 0:-8"},
		{"=3,1,2 7,3,-9,2,5", all, "4:-9"},
		{"=1,2,3 -2,-2", all, "1:-2"},
		{"=1,2,3 -9 6 =1,2 -8 =1 -7", all, "0:-9 0:-8 0:-7"},
		{"=1,2,3 -9 6 =1,2 -8 =1 -7", 3, ""},
		{"=1,2,3 -9 6 =1,2 -8 =1 -7", 4, "0:-8"},
		{"=1,2,3 -9", 0, ""},
		{"=1,2 3 @=1,2,4", all, ""},
		{"=1,2,3 4,-3 @=1,2,4 5", all, ""},
		{"=1,2x @=1,2 -9", all, "0:-9"},
		{"=1 =1,2,9 @=1,2 -9", all, "0:-9"},
		{"=1 =1,2 @=1,3 @=1,2,9 -9,-3", all, "0:-3"},
		{"1,2 =1,2,3", all, ""},
		{"1,2 -9", all, "0:-9"},
		{"=2,4 1,-2,3,4x", all, "3:4x 1:4"},
	} {
		var got []string
		base := filepath.Join(t.TempDir(), "deltas")
		writeDomain(t, base, test.records)
		a, err := Open(t.Context(), base, Options{BadDelta: func(b BadDelta) {
			text := fmt.Sprintf("%d:%s", b.ChangeAt, b.Change.Name)
			if b.Goes {
				text = fmt.Sprintf("%d:-%d", b.ChangeAt, b.Change.ID)
			} else {
				text += fmt.Sprintf(" %d:%s", b.KnownAt, b.Known.Name)
			}
			got = append(got, text)
		}})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		for range 2 { // once
			if test.at == all {
				a.Ask(context.Background(), &libpcp.AllInstancesQuery{InDom: deltaDomain})
			} else {
				a.Ask(context.Background(), &libpcp.InstancesAtQuery{InDom: deltaDomain, At: deltaStart.Add(time.Duration(test.at) * time.Second)})
			}
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s: %q, want %q", test.records, text, test.want)
		}
	}
}

var (
	deltaDomain = libpcp.NewInDom(60, 1)
	deltaStart  = time.Unix(1e9, 0)
)

// writeDomain writes an archive with records of a domain.
func writeDomain(t *testing.T, base, records string) {
	w, err := Create(base, WriterOptions{Version: 3, Label: libpcp.LogLabel{Start: deltaStart, Host: "h", PID: 1}})
	if err != nil {
		t.Fatal(err)
	}
	m := libpcp.Desc{PMID: libpcp.NewPMID(60, 0, 1), Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
	set := libpcp.ValueSet{PMID: m.PMID, Values: []libpcp.Value{{Inst: libpcp.NullInst}}}
	must(t, w.AddDesc(m, "m"), w.Append(&libpcp.Result{Time: deltaStart, Sets: []libpcp.ValueSet{set}}), w.Close())
	meta, err := os.ReadFile(base + ".meta")
	must(t, err)
	second := int64(-1)
	for _, r := range strings.Fields(records) {
		r, same := strings.CutPrefix(r, "@")
		r, full := strings.CutPrefix(r, "=")
		if !same {
			second++
		}
		typ := uint32(logfile.TypeInDomDelta)
		if full {
			typ = logfile.TypeInDom3
		}
		rec := logfile.AppendInDom(logfile.Begin(nil), typ, logfile.Stamp{Sec: deltaStart.Unix() + second}, deltaDomain, entries(t, r))
		meta = slices.Concat(meta, logfile.End(rec))
	}
	must(t, os.WriteFile(base+".meta", meta, 0o666))
}

// entries are the instances of a record: -1 goes, 1x is another name for 1.
func entries(t *testing.T, text string) (list []logfile.InDomEntry) {
	for name := range strings.SplitSeq(text, ",") {
		name, goes := strings.CutPrefix(name, "-")
		var e logfile.InDomEntry
		_, err := fmt.Sscanf(name, "%d", &e.ID)
		must(t, err)
		e.Name, e.Deleted = name, goes
		list = append(list, e)
	}
	return list
}
