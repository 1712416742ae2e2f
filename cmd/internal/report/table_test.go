package report

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pcptools/libpcp"
)

// TestSummaryWindow has the window of all sources above a table, or else of the first.
func TestSummaryWindow(t *testing.T) {
	summary := func(host string, end int64) *Summary {
		return &Summary{Metric: &Metric{Host: host, Name: "m", Values: ListOf(Value{Digest: &Digest{Count: 2}})},
			Window: Window{time.Unix(1, 0), time.Unix(end, 0), int(end)}}
	}
	for want, records := range map[string][]*Summary{
		"Thu 1970-01-01 00:00:01 to 00:00:03, 3 samples": {summary("", 3)},
		"Thu 1970-01-01 00:00:01 to 00:00:04, 4 samples": {summary("a", 4), summary("b", 5)},
		"Thu 1970-01-01 00:00:01 to 00:00:06, 6 samples": {summary("a", 4), summary("", 6)},
	} {
		var out strings.Builder
		table := New(Options{Format: Table, Out: &out, Zone: time.UTC, Columns: []Column{Host, Name, Count}})
		for _, r := range records {
			if err := table.Write(r); err != nil {
				t.Fatal(err)
			}
		}
		table.End()
		if first, _, _ := strings.Cut(out.String(), "\n"); first != want {
			t.Errorf("got %s, want %s", first, want)
		}
	}
}

// full is a file that nothing can be written to.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

var errFull = errors.New("full")

// TestTableFull has a table that is too long to wait for its end report what comes of
// writing it.
func TestTableFull(t *testing.T) {
	var values []Value
	for i := range maxRows + 1 {
		atom := libpcp.Int32Atom(int32(i))
		values = append(values, Value{Atom: &atom})
	}
	table := New(Options{Format: Table, Out: full{}, Zone: time.UTC, Columns: []Column{Name, TheValue}})
	if err := table.Write(&Metric{Name: "m", Values: ListOf(values...)}); err != errFull {
		t.Errorf("%v", err)
	}
}

// TestTableNarrowDate has dates above tables that are no wider than a narrow terminal.
func TestTableNarrowDate(t *testing.T) {
	const width = 20
	for name, newEncoder := range map[string]func(Options) Encoder{"rows": newTable, "instances": newByInstance, "columns": newWideTable} {
		var out bytes.Buffer
		enc := newEncoder(Options{Out: &out, Zone: time.UTC, Width: width, Columns: []Column{Name, TheValue}, People: true})
		metrics := []Metric{*metric(atom(libpcp.Uint64Atom(7))), *metric(atom(libpcp.Uint64Atom(8)))}
		var heads []Head
		for i := range metrics {
			metrics[i].Name = string(rune('m' + i))
			metrics[i].Desc.Units = libpcp.Byte
			metrics[i].Values = ListOf(metrics[i].Values.Slice()[0])
			heads = append(heads, Head{Metric: metrics[i].Name, Units: metrics[i].Desc.Units})
		}
		if enc, ok := enc.(Headed); ok {
			enc.Heads(heads, 0)
		}
		if err := enc.Write(&Sample{Time: time.Unix(0, 0), Metrics: ListOf(metrics...)}); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(out.String(), "Thu 1970-01-01") {
			t.Errorf("%s: no date:\n%s", name, out.String())
		}
		for line := range strings.Lines(out.String()) {
			if n := utf8.RuneCountInString(line) - 1; n > width {
				t.Errorf("%s: %d columns: %q", name, n, line)
			}
		}
	}
}

// TestWideBlank has columns that are empty at first get decimals, and other units below
// headings of their own.
func TestWideBlank(t *testing.T) {
	var out bytes.Buffer
	enc := newWideTable(Options{Out: &out, Zone: time.UTC, People: true})
	enc.(Headed).Heads([]Head{{Metric: "m"}, {Metric: "n", Units: libpcp.KByte}}, 0)
	var none libpcp.Units
	number := func(name string, v float64, units libpcp.Units) Metric {
		m := *metric(atom(libpcp.DoubleAtom(v)))
		m.Name, m.Desc = name, &libpcp.Desc{Type: libpcp.TypeDouble, Units: units, InDom: libpcp.NullInDom}
		return m
	}
	for i, metrics := range [][]Metric{{{Name: "m"}, {Name: "n"}}, {number("m", 93.35, none)}, {number("m", 94, none), number("n", 20480, libpcp.KByte)}} {
		if err := enc.Write(&Sample{Time: time.Unix(int64(i), 0), Metrics: ListOf(metrics...)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"00:00:00         -         -\n00:00:01     93.35         -\n", "Mbyte\n", "00:00:02     94.00     20.00\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q:\n%s", want, out.String())
		}
	}
}
