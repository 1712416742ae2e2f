package pipeline

import (
	"testing"

	"pcptools/cmd/internal/report"
)

// TestRequest wants the labels of a history fetched for formats that show them.
func TestRequest(t *testing.T) {
	for format, want := range map[report.Format]bool{report.JSON: true, report.CSV: false, report.Table: false} {
		p, env, _, _ := newTest(format)
		if r := p.Request(env, true); r.Labels != want || !r.CountSamples || !r.FirstOnly {
			t.Errorf("%v: %+v", format, r)
		}
		if !p.Source.Structured {
			t.Errorf("%v: the source is not told", format)
		}
	}
}
