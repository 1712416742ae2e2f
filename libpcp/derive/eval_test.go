package derive

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	_ "embed"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/internal/sourcetest"
)

// evalTable holds expressions and what four fetches of libpcp (C)
// give for them from the archive testdata/rec, record by record: a status, or
// the number of values and the instances with their values in hexadecimal.
//
//go:embed testdata/eval.txt
var evalTable string

func TestEval(t *testing.T) {
	for line := range strings.Lines(evalTable) {
		src, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if got := fetched(t, src, 4); got != want {
			t.Errorf("%s:\n got %s\nwant %s", src, got, want)
		}
	}
}

// fetched registers an expression and fetches it some times.
func fetched(t *testing.T, src string, times int) string {
	t.Helper()
	defs := newClassic(io.Discard)
	if err := defs.Register("qa.x", src); err != nil {
		return "syntax"
	}
	a, err := archive.Open(context.Background(), "testdata/rec", archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := libpcp.NewContext(Wrap(a, defs))
	defer c.Close()
	label, err := sourcetest.Direct(a).Label()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.SetMode(t.Context(), libpcp.ModeForw, label.Start, 0); err != nil {
		t.Fatal(err)
	}
	var out []string
	for range times {
		r, err := c.Fetch(context.Background(), []libpcp.PMID{libpcp.NewPMID(511, 0, 3)})
		if err != nil {
			out = append(out, fmt.Sprintf("E%d", int32(libpcp.Code(err))))
			continue
		}
		out = append(out, dumpSet(r.Sets[0]))
	}
	return strings.Join(out, " | ")
}

func dumpSet(set libpcp.ValueSet) string {
	if set.Err != nil {
		return fmt.Sprint(int32(libpcp.Code(set.Err)))
	}
	var b strings.Builder
	fmt.Fprint(&b, len(set.Values))
	for _, v := range set.Values {
		if set.Format == libpcp.InSitu {
			fmt.Fprintf(&b, " %d:%08x", v.Inst, v.Word)
		} else {
			fmt.Fprintf(&b, " %d:%d/%x", v.Inst, v.Block().Type, v.Block().Data)
		}
	}
	return b.String()
}
