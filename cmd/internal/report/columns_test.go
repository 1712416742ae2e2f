package report

import (
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
)

// TestEachColumn has every column of rows of several kinds, of CSV.
func TestEachColumn(t *testing.T) {
	at := func(seconds int64) time.Time { return time.Unix(seconds, 0) }
	one, help, n, samples := "short", "long\n", 2, 5
	m := metric()
	m.Time, m.OneLine, m.Help, m.Count, m.Samples, m.Series = at(1), &one, &help, &n, &samples, "5e"
	m.Desc.InDom, m.Desc.Units = libpcp.NewInDom(1, 2), libpcp.KByte|libpcp.PerSec
	m.Labels = []libpcp.Label{{Name: "of", Value: `"metric"`}, {Name: "site", Value: "1"}}
	inst := &Instance{ID: 7, Name: "seven", Named: true, Series: "1e", Labels: []libpcp.Label{{Name: "of", Value: `"instance"`}}}
	of := func(values ...Value) *Metric {
		c := *m
		c.Values = ListOf(values...)
		return &c
	}
	first, second := libpcp.Uint64Atom(11), libpcp.Uint64Atom(12)
	records := []Record{
		of(Value{Instance: inst, Atom: &first}, Value{Instance: &Instance{ID: 8, Name: "eight"}, Err: &Failure{Err: libpcp.ErrAgain}}),
		&Summary{Metric: of(Value{Instance: inst, Digest: &Digest{Count: 3, Mean: 1.5, P50: 50, P95: 95, P99: 99, Min: -1, Max: 1e9, MaxTime: at(3)}, Before: &Digest{Count: 1, Mean: 3}}), Window: Window{at(2), at(4), 4}},
		&Store{Metric: of(), Old: ListOf(Value{Atom: &first}), New: ListOf(Value{Atom: &second})},
		&Span{Host: "away", Hostname: "web1", Zone: "UTC", Start: at(2), End: at(5), Metrics: 7, Gaps: 3},
		&Code{Operand: "-1", Code: libpcp.ErrName, Symbol: "PM_ERR_NAME", Text: "no name"},
	}
	o := Options{Columns: allColumns(), Host: "here"}
	_, csv, _ := strings.Cut(encode(CSV, o, records...), "\n")
	if csv != wantColumns {
		t.Errorf("got\n%s\nwant\n%s", csv, wantColumns)
	}
	for _, c := range o.Columns {
		o.Columns = []Column{c}
		if got := encode(CSV, o); got != columnNames[c]+"\n" {
			t.Errorf("heading %s, want %s", got, columnNames[c])
		}
	}
}

const wantColumns = `1970-01-01T00:00:01.000000000Z,m,m,1.2.3,U64,counter,Kbyte / sec,1.2,7,seven,2,5,,11,short,long,1e,"{""of"":""instance"",""site"":1}",,,,,,,,,,,,,here,,,,,,,
1970-01-01T00:00:01.000000000Z,m,m,1.2.3,U64,counter,Kbyte / sec,1.2,8,eight,2,5,,,short,long,5e,"{""of"":""metric"",""site"":1}",-12389,PM_ERR_AGAIN,Try again. Information not currently available,,,,,,,,,,here,,,,,,,
1970-01-01T00:00:01.000000000Z,m,m,1.2.3,U64,counter,Kbyte / sec,1.2,7,seven,3,4,,,short,long,1e,"{""of"":""instance"",""site"":1}",,,,1970-01-01T00:00:02.000000000Z,1970-01-01T00:00:04.000000000Z,1.5,50,95,99,-1,1000000000,1970-01-01T00:00:03.000000000Z,here,,,,,3,1.5,0.5
,m,m,1.2.3,U64,counter,Kbyte / sec,1.2,,,2,5,11,12,short,long,5e,"{""of"":""metric"",""site"":1}",,,,,,,,,,,,,here,,,,,,,
,,,,,,,,,,,,,,,,,,,,,1970-01-01T00:00:02.000000000Z,1970-01-01T00:00:05.000000000Z,,,,,,,,away,web1,UTC,7,3,,,
,-1,-1,,,,,,,,,,,,,,,,-12357,PM_ERR_NAME,no name,,,,,,,,,,here,,,,,,,
`

// TestHostWidth leaves the column of hosts room, but for values on a terminal.
func TestHostWidth(t *testing.T) {
	long := strings.Repeat("h", 40)
	for _, test := range []struct {
		host   string
		width  int // of the terminal
		wide   bool
		beside int
		want   int
	}{
		{"h", 0, false, 10, 4}, {"host7", 0, false, 10, 5}, {long, 0, false, 10, 32}, {long, 80, false, 10, 32},
		{long, 80, true, 10, 40}, {long, 50, false, 10, 24}, {long, 20, false, 10, 4}, {"日本語日本語", 0, false, 0, 12},
		{strings.Repeat("h", 5000), 0, true, 0, 4096},
	} {
		o := Options{Width: test.width, Style: Style{Wide: test.wide}}
		if got := o.hostWidth(test.host, test.beside); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
}
