package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pcptools/libpcp"
)

// twins are texts that a careless encoder makes equal.
var twins = []string{
	"a", "a\xff", "a\xfe", "a\ufffd", `a\xff`, `a\xFF`, `a\x5cxff`, `a\`, `a\x`, `a\\xff`, "a ", "a\x00", "a\r", "a\n", `a\x0d`,
	"\xc3\xb6", "\xc3", "\xb6\xc3", "\xed\xa0\x80", "\u00ff", " a", `"a"`,
}

// twinMetric has an instance and a value for each of them.
func twinMetric() *Metric {
	var list []Value
	for i, text := range twins {
		a := libpcp.StringAtom(text)
		list = append(list, Value{Atom: &a, Instance: &Instance{ID: int32(i), Name: text, Named: true}})
	}
	return &Metric{Name: "m", Desc: &libpcp.Desc{Type: libpcp.TypeString, InDom: 1}, Values: ListOf(list...)}
}

// TestBytesInCSV finds different texts to be different, and UTF-8.
func TestBytesInCSV(t *testing.T) {
	text := encode(CSV, Options{Columns: []Column{InstanceName}}, twinMetric())
	if !utf8.ValidString(text) || strings.Contains(text, "\x00") {
		t.Errorf("no UTF-8: %q", text)
	}
	seen := make(map[string]bool)
	for _, row := range reread(t, text)[1:] {
		seen[row[0]] = true
	}
	if len(seen) != len(twins) {
		t.Errorf("%d different names, want %d", len(seen), len(twins))
	}
	if !seen[`a\xff`] || !seen[`a\x5cxff`] || !seen[`a\`] {
		t.Errorf("not as documented: %q", text)
	}
}

// TestBytesInOpenMetrics has a parser that is not ours find them to be different.
func TestBytesInOpenMetrics(t *testing.T) {
	for _, f := range []Format{OpenMetrics, Prometheus} {
		text := exposeAs(f, false, twinMetric())
		if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\r") {
			t.Errorf("%v: %q", f, text)
		}
		parse := exposedSeries
		if f == Prometheus {
			parse = olderSeries
		}
		if got := len(parse(t, text)); got != len(twins) {
			t.Errorf("%v: %d series, want %d", f, got, len(twins))
		}
	}
}
