package hint

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/options"
)

// TestRecorded has values on both sides of 2038, the last second of 32 bits.
func TestRecorded(t *testing.T) {
	base := filepath.Join(t.TempDir(), "a")
	start := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	w, err := archive.Create(base, archive.WriterOptions{Version: 3, Label: libpcp.LogLabel{Start: start}})
	if err != nil {
		t.Fatal(err)
	}
	desc := libpcp.Desc{PMID: libpcp.NewPMID(401, 0, 1), Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
	set, err := libpcp.NewValueSet(desc.PMID, libpcp.NullInst, libpcp.Uint32Atom(5))
	for _, err := range []error{err, w.AddDesc(desc, "a.x"), w.Append(&libpcp.Result{Time: start, Sets: []libpcp.ValueSet{set}}),
		w.Append(&libpcp.Result{Time: start.AddDate(10, 0, 0), Sets: []libpcp.ValueSet{set}}), w.Close()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	a, err := archive.Open(t.Context(), base, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var out, errOut bytes.Buffer
	env := &tool.Env{Name: "pminfo", Stdout: tool.NewOutput(&out, false), Stderr: &errOut, Progress: new(tool.Progress)}
	source := new(options.Source)
	source.Kind = options.Archive
	Recorded(t.Context(), env, source, libpcp.NewContext(a), time.UTC, []string{"a.x"})
	const want = "a.x was recorded from 2030-01-02 03:04:05 to 2040-01-02 03:04:05."
	if got := strings.Join(strings.Fields(errOut.String()), " "); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	c, later := libpcp.NewContext(a), start.AddDate(10, 0, 0)
	for _, test := range []struct {
		window, first, last time.Time
		want                string
	}{
		{start, start, start, ""},
		{time.Unix(0, 0), start, start, ""}, // of the whole archive
		{start, later, later, "The values were recorded at 2040-01-02 03:04:05."},
		{start, start, later, "The values were recorded from 2030-01-02 03:04:05 to 2040-01-02 03:04:05."},
		{later, start.AddDate(1, 0, 0), later, "The values were recorded from 2031-01-02 03:04:05 to 2040-01-02 03:04:05."},
		{later, time.Time{}, time.Time{}, ""}, // there are none
	} {
		errOut.Reset()
		Elsewhere(env, c, time.UTC, test.window, test.first, test.last)
		if got := strings.Join(strings.Fields(errOut.String()), " "); got != test.want {
			t.Errorf("%v to %v in %v: %q, want %q", test.first, test.last, test.window, got, test.want)
		}
	}
}
