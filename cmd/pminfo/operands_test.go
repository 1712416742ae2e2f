package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// TestOperands asks for metrics and instance domains by names and numbers, of which
// some are unknown: each has its record, in their order.
func TestOperands(t *testing.T) {
	base := filepath.Join(t.TempDir(), "a")
	start := time.Unix(1_700_000_000, 0)
	w, err := archive.Create(base, archive.WriterOptions{Label: libpcp.LogLabel{Start: start}})
	if err != nil {
		t.Fatal(err)
	}
	desc := libpcp.Desc{PMID: libpcp.NewPMID(401, 0, 1), Type: libpcp.TypeU32, InDom: libpcp.NewInDom(401, 1), Sem: libpcp.SemInstant}
	set, err := libpcp.NewValueSet(desc.PMID, 1, libpcp.Uint32Atom(5))
	for _, err := range []error{err, w.AddDesc(desc, "a.x"), w.AddInstances(start, desc.InDom, []libpcp.Instance{{ID: 1, Name: "one"}}),
		w.Append(&libpcp.Result{Time: start, Sets: []libpcp.ValueSet{set}}), w.Close()} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var out, errOut bytes.Buffer
	env := &tool.Env{Name: "pminfo", Stdout: tool.NewOutput(&out, false), Stderr: &errOut, Environ: []string{"PCP_DERIVED_CONFIG="}}
	words := strings.Fields("-a " + base + " -f --format=csv --fields=metric,indom,instance,value,error_code a 9.9.9 401.0.1 no.such 9.9 401.1 a.x")
	status := tool.Run(context.Background(), &pminfo{}, env, words)
	want := `metric,indom,instance,value,error_code
a.x,401.1,one,5,
9.9.9,,,,-12358
a.x,401.1,one,5,
no.such,,,,-12357
,9.9,,,-12379
,401.1,one,,
a.x,401.1,one,5,
`
	if out.String() != want || status != 1 {
		t.Errorf("status %d, got\n%swant\n%sstandard error\n%s", status, &out, want, &errOut)
	}
}
