package report

import (
	"fmt"
	"strings"
	"testing"

	"pcptools/libpcp"
)

// TestUnseen prints a reason once, of many a hundred, and what a terminal obeys
// as text.
func TestUnseen(t *testing.T) {
	var out strings.Builder
	s := Style{Fields: []Column{Name}}
	u := s.newUnseen(&out, "tool", libpcp.ErrorTexts{})
	failure := &Failure{Err: libpcp.ErrName}
	for range 2 {
		u.note("", &row{operand: "a\x1b", failure: failure})
		u.note("h", &row{operand: "b", failure: failure, printed: true})
		u.note("", &row{operand: "printed", failure: failure, printed: true})
		u.note("", &row{failure: failure})
		u.note("", &row{operand: "good"})
	}
	if want := "tool: a\\x1b: Unknown metric name\ntool: h: b: Unknown metric name\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	for i := range 2 * maxUnseen {
		u.note("", &row{operand: fmt.Sprint(i), failure: failure})
	}
	if n := strings.Count(out.String(), "\n"); n != maxUnseen+1 || !strings.HasSuffix(out.String(), "has them all\n") {
		t.Errorf("%d lines:\n%s", n, out.String())
	}
	s.Fields = []Column{Name, ErrorSymbol}
	before := out.Len()
	s.newUnseen(&out, "tool", libpcp.ErrorTexts{}).note("", &row{operand: "c", failure: failure})
	if more := out.String()[before:]; more != "" {
		t.Errorf("printed although a column has it: %q", more)
	}
}
