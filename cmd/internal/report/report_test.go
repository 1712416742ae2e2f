package report

import (
	"bytes"
	"encoding/base64"
	stdcsv "encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/schema"
)

func validator(t testing.TB) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema.Report))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("report", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("report")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func validate(t testing.TB, s *jsonschema.Schema, text []byte) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err == nil {
		err = s.Validate(doc)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}

// encode writes records in a format.
func encode(f Format, o Options, records ...Record) string {
	var out bytes.Buffer
	o.Format, o.Out, o.Zone = f, &out, time.UTC
	enc := New(o)
	enc.Begin(Header{Tool: "pmtest", Source: &Source{Kind: "host", Name: "h\xff", Host: "h"}})
	for _, r := range records {
		enc.Write(r)
	}
	enc.End()
	return out.String()
}

func atom(a libpcp.Atom) Value { return Value{Atom: &a} }

func metric(values ...Value) *Metric {
	return &Metric{Name: "m", ID: libpcp.NewPMID(1, 2, 3), Values: ListOf(values...),
		Desc: &libpcp.Desc{Type: libpcp.TypeU64, InDom: libpcp.NullInDom, Sem: libpcp.SemCounter}}
}

// TestValues writes values of all kinds, in JSON and in CSV.
func TestValues(t *testing.T) {
	s := validator(t)
	for _, test := range []struct {
		value     Value
		json, csv string
	}{
		{atom(libpcp.Int32Atom(-5)), `-5`, "-5"},
		{atom(libpcp.Uint32Atom(math.MaxUint32)), `4294967295`, "4294967295"},
		{atom(libpcp.Int64Atom(-1<<53 + 1)), `-9007199254740991`, "-9007199254740991"},
		{atom(libpcp.Int64Atom(-1 << 53)), `"-9007199254740992"`, "-9007199254740992"},
		{atom(libpcp.Int64Atom(math.MinInt64)), `"-9223372036854775808"`, "-9223372036854775808"},
		{atom(libpcp.Uint64Atom(1<<53 - 1)), `9007199254740991`, "9007199254740991"},
		{atom(libpcp.Uint64Atom(math.MaxUint64)), `"18446744073709551615"`, "18446744073709551615"},
		{atom(libpcp.FloatAtom(0.1)), `0.1`, "0.1"},
		{atom(libpcp.DoubleAtom(1e300)), `1e+300`, "1e+300"},
		{atom(libpcp.DoubleAtom(math.NaN())), `"NaN"`, "NaN"},
		{atom(libpcp.DoubleAtom(math.Inf(1))), `"Infinity"`, "Infinity"},
		{atom(libpcp.FloatAtom(float32(math.Inf(-1)))), `"-Infinity"`, "-Infinity"},
		{atom(libpcp.StringAtom("a \"\\\x01\x7f\né")), `"a \"\\\u0001\u007f\né"`, "a \"\\\x01\x7f\né"},
		{atom(libpcp.StringAtom("\xff")), `{"base64":"/w=="}`, `\xff`},
		{atom(libpcp.BytesAtom(libpcp.TypeAggregate, []byte{0, 1, 254})), `{"base64":"AAH+"}`, "AAH+"},
	} {
		text := encodeLine(Options{}, metric(test.value))
		validate(t, s, []byte(text))
		if want := `"values":[{"value":` + test.json + `}]}` + "\n"; !strings.HasSuffix(text, want) {
			t.Errorf("got %s, want …%s", text, want)
		}
		rows := reread(t, encode(CSV, Options{Columns: []Column{Name, TheValue}}, metric(test.value)))
		if rows[1][1] != test.csv {
			t.Errorf("%s: CSV %q, want %q", test.json, rows[1][1], test.csv)
		}
	}
}

// encodeLine is a record as a line of JSON, without the head.
func encodeLine(o Options, r Record) string {
	_, line, _ := strings.Cut(encode(JSONLines, o, r), "\n")
	return line
}

func reread(t testing.TB, text string) [][]string {
	t.Helper()
	rows, err := stdcsv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatalf("%v\n%q", err, text)
	}
	return rows
}

// records are one of each kind, with everything in them.
func records() []Record {
	one, help, n := "short", "long\ntext", 2
	at := time.Unix(1e9, 5)
	labels := []libpcp.Label{{Name: "a", Value: `{"b": [1,
2]}`}, {Name: "bad", Value: `{`}, {Name: "c.d", Value: `"x"`}}
	inst := func(id int32) *Instance {
		return &Instance{ID: id, Name: "i,\"1", Named: id == 1, Labels: labels[2:], Series: strings.Repeat("0", 40)}
	}
	full := metric(Value{Instance: inst(1), Atom: new(libpcp.Atom)},
		Value{Instance: inst(-2), Err: &Failure{Call: "pmExtractValue", Err: libpcp.ErrConv}})
	full.OneLine, full.Help, full.Count, full.Labels, full.Time, full.Series = &one, &help, &n, labels, at, strings.Repeat("f", 40)
	full.Desc.InDom = libpcp.NewInDom(1, 2)
	param := metric(atom(libpcp.StringAtom("p")))
	events := metric(Value{Events: ListOf(
		Event{Time: at, Flags: libpcp.EventStart | libpcp.EventID, Params: ListOf(*param, Metric{ID: libpcp.NewPMID(1, 2, 4)})},
		Event{Time: at, Flags: libpcp.EventMissed, Missed: 7},
	)}, Value{Events: ListOf[Event]()})
	return []Record{
		full, events,
		&Metric{Name: "\xfe", ID: libpcp.NullPMID, Err: &Failure{Call: "pmLookupName", Err: libpcp.ErrName}},
		&Metric{Name: "odd", Desc: &libpcp.Desc{Type: 77, Sem: -3, InDom: libpcp.NullInDom}},
		&Sample{Time: at, Metrics: ListOf(*metric(Value{Err: &Failure{Err: libpcp.ErrSign}}))},
		&Sample{Time: time.Unix(1<<40, 1), Mark: true},
		&Summary{Metric: metric(Value{Instance: inst(1), Digest: &Digest{Count: 3, Mean: 1e-9, P50: 0.5, Max: 1e308, MaxTime: at, Approximate: true}}), Window: Window{at, at, 4}},
		&Span{Hostname: "h\xff", Zone: "EST-10", Start: time.Unix(1e9, 0), End: time.Unix(1e9+60, 5), Metrics: 7, Gaps: 1},
		&InDom{ID: libpcp.NewInDom(1, 2), OneLine: &one, Help: &help, Labels: labels, Instances: ListOf(*inst(1))},
		&InDom{ID: libpcp.NewInDom(1, 3), Err: &Failure{Call: "pmGetInDom", Err: libpcp.ErrInDom}},
		&Store{Metric: metric(), Old: nil, New: ListOf(Value{Atom: new(libpcp.Atom)})},
		&Code{Operand: "x", Code: libpcp.ErrName, Symbol: "PM_ERR_NAME", Text: "t"},
		&Problem{Operand: "o", Failure: Failure{Err: errors.New("bad \xff")}},
		&Problem{Failure: Failure{Call: "pmFetch", Err: syscall.ECONNREFUSED}},
	}
}

func TestSchema(t *testing.T) {
	s := validator(t)
	for line := range strings.Lines(encode(JSONLines, Options{}, records()...)) {
		validate(t, s, []byte(line))
	}
	validate(t, s, []byte(encode(JSON, Options{}, records()...)))
	validate(t, s, []byte(encode(JSON, Options{})))
	for _, bad := range []string{`{}`, `{"schema":"pcptools/report/1","tool":"x","records":[]}`,
		`{"kind":"head","schema":"pcptools/report/1","tool":"x"}`,
		`{"kind":"metric","name":"m","surprise":1}`,
		`{"kind":"sample","time":"2001-09-09T01:46:40Z","metrics":[]}`} {
		if doc, err := jsonschema.UnmarshalJSON(strings.NewReader(bad)); err != nil || s.Validate(doc) == nil {
			t.Errorf("%s is valid (%v)", bad, err)
		}
	}
}

// TestDescribedOnce has what describes a metric in the first of its lines, and
// again where it has changed.
func TestDescribedOnce(t *testing.T) {
	s := validator(t)
	m := metric(atom(libpcp.StringAtom("x")))
	changed := *m
	changed.Desc = &libpcp.Desc{PMID: m.ID, Type: libpcp.TypeAggregate, InDom: libpcp.NullInDom}
	labelled, helped, help := *m, *m, "what it is"
	labelled.Labels, helped.Help = []libpcp.Label{{Name: "a", Value: "1"}}, &help
	sample := func(m *Metric) Record { return &Sample{Time: time.Unix(1e9, 0), Metrics: ListOf(*m)} }
	for _, test := range []struct {
		options Options
		records []Record
		want    string // of each line, whether it is about values, a description or both
	}{
		{Options{}, []Record{m, m}, "both both"},
		{Options{Repeated: true}, []Record{m, m, &changed, m}, "both values both both"},
		{Options{Repeated: true}, []Record{m, &labelled, &labelled, &helped, &helped}, "both both values both values"},
		{Options{Samples: true}, []Record{sample(m), sample(m), sample(&changed)}, "description values values description values"},
	} {
		var got []string
		head, rest, _ := strings.Cut(encode(JSONLines, test.options, test.records...), "\n")
		for line := range strings.Lines(rest) {
			validate(t, s, []byte(line))
			switch values, typed := strings.Contains(line, `"values"`), strings.Contains(line, `"type"`); {
			case values && typed:
				got = append(got, "both")
			case values:
				got = append(got, "values")
			case typed:
				got = append(got, "description")
			}
		}
		if validate(t, s, []byte(head)); strings.Join(got, " ") != test.want {
			t.Errorf("%+v: %q, want %q", test.options, got, test.want)
		}
	}
}

// TestFieldsOfJSON refuses columns of formats that have members.
func TestFieldsOfJSON(t *testing.T) {
	for f, good := range map[Format]bool{CSV: true, Table: true, JSON: false, JSONLines: false, OpenMetrics: false} {
		if err := (&Style{Fields: []Column{Name}}).Check(f); (err == nil) != good {
			t.Errorf("%v: %v", f, err)
		}
	}
}

// TestStylesOfFormats has the styles that a format does not have refused, with the reason.
func TestStylesOfFormats(t *testing.T) {
	own, auto := new(Style), &Style{Units: AutoUnits}
	if err := own.setUnits("Mbyte"); err != nil {
		t.Fatal(err)
	}
	fields, instances := &Style{Fields: []Column{Name}}, &Style{ByInstance: true}
	const noFields, noInstances = "--fields requires csv without --wide, or table", "--by=instance requires table or wide, and no --fields"
	for _, test := range []struct {
		style *Style
		f     Format
		want  string
	}{
		{instances, Table, ""}, {instances, Wide, ""}, {instances, CSV, noInstances}, {&Style{ByInstance: true, Fields: fields.Fields}, Table, noInstances},
		{auto, Table, ""}, {auto, CSV, "--units=auto requires a format for people, such as table"},
		{own, CSV, ""}, {own, OpenMetrics, "--units does not go with openmetrics, which has units of its own"},
		{own, Prometheus, "--units does not go with prometheus, which has units of its own"},
		{fields, CSV, ""}, {fields, Wide, noFields}, {&Style{Wide: true, Fields: fields.Fields}, CSV, noFields},
	} {
		if err := test.style.Check(test.f); (err == nil) != (test.want == "") || err != nil && err.Error() != test.want {
			t.Errorf("%v of %+v: %v, want %q", test.f, test.style, err, test.want)
		}
	}
}

// TestUnknownField lists the fields that there are.
func TestUnknownField(t *testing.T) {
	var s Style
	o := s.FieldsOption(Name, TheValue)
	if err := o.Value.Set("metric,values"); err == nil || err.Error() != `--fields: there is no "values", but metric, value` {
		t.Errorf("error %v", err)
	}
	if err := o.Value.Set("Value, metric"); err != nil || !reflect.DeepEqual(s.Fields, []Column{TheValue, Name}) {
		t.Errorf("%v, error %v", s.Fields, err)
	}
}

// TestNothing has a report of instances say why it has none.
func TestNothing(t *testing.T) {
	for want, m := range map[string]Metric{
		"No values\n": {Name: "a.b", Values: ListOf[Value]()},
		"a.b: No permission to perform requested operation\n": {Name: "a.b", Err: &Failure{Err: libpcp.ErrPermission}},
	} {
		m.Desc = &libpcp.Desc{InDom: 4}
		var out strings.Builder
		enc := newByInstance(Options{Format: Wide, Style: Style{ByInstance: true}, Out: &out})
		if err := enc.Write(&Sample{Metrics: ListOf(m)}); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%v, %q, want %q", err, out.String(), want)
		}
	}
}

func TestRecordsInJSON(t *testing.T) {
	text := encode(JSONLines, Options{}, records()...)
	for _, want := range []string{
		`"labels":{"a":{"b":[1,2]},"bad":"{","c.d":"x"}`,
		`"time":"2001-09-09T01:46:40.000000005Z"`,
		`"kind":"mark","time":"@1099511627776.000000001"`,
		`{"instance":{"id":-2,"series":"` + strings.Repeat("0", 40) + `","labels":{"c.d":"x"}},"error":{"call":"pmExtractValue","code":-12362,"symbol":"PM_ERR_CONV",`,
		`"name":{"base64":"/g=="},"error":{"call":"pmLookupName","code":-12357,"symbol":"PM_ERR_NAME","text":"Unknown metric name","reason":"unknown-name"}`,
		`"flags":["start","id"],"parameters":[{"name":"m","pmid":"1.2.3",`,
		`"flags":["missed"],"missed":7,"parameters":[]`,
		`"error":{"call":"pmFetch","code":-111,"symbol":"ECONNREFUSED","text":"Connection refused"}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if !json.Valid([]byte(encode(JSON, Options{}, records()...))) {
		t.Error("no JSON")
	}
}

func TestZones(t *testing.T) {
	at := time.Date(2001, 9, 9, 1, 46, 40, 123456789, time.UTC)
	for offset, want := range map[int]string{
		-19800: "2001-09-08T20:16:40.123456789-05:30",
		3600:   "2001-09-09T02:46:40.123456789+01:00",
		3601:   "2001-09-09T01:46:40.123456789Z",
	} {
		if got := string(appendTime(nil, at, time.FixedZone("x", offset))); got != want {
			t.Errorf("offset %d: %s, want %s", offset, got, want)
		}
	}
}

func allColumns() []Column {
	all := make([]Column, len(columnNames))
	for i := range all {
		all[i] = Column(i)
	}
	return all
}

// TestCSV reads what was written again: each row has all columns, and odd
// text comes back.
func TestCSV(t *testing.T) {
	text := encode(CSV, Options{Columns: allColumns()}, records()...)
	rows := reread(t, text)
	if strings.Join(rows[0], ",") != strings.Join(columnNames[:], ",") {
		t.Errorf("header: %s", rows[0])
	}
	first := rows[1]
	if first[InstanceName] != `i,"1` || first[Help] != "long\ntext" || first[TheValue] != "0" || first[LabelSet] != `{"a":{"b":[1,2]},"bad":"{","c.d":"x"}` {
		t.Errorf("first: %q", first)
	}
	if second := rows[2]; second[ErrorSymbol] != "PM_ERR_CONV" || second[TheValue] != "" || second[InstanceID] != "-2" {
		t.Errorf("second: %q", second)
	}
}

// TestTableWidth fits all there is into terminals of several widths.
func TestTableWidth(t *testing.T) {
	for _, width := range []int{200, 80, 40} {
		o := Options{Columns: []Column{Name, InstanceName, TheValue, Help}, Width: width, Bold: true}
		m := records()[0].(*Metric)
		long := strings.Repeat("word ", 40)
		m.Help, m.Name = &long, strings.Repeat("name.", 10)
		text := encode(Table, o, m)
		for line := range strings.Lines(text) {
			line = strings.NewReplacer("\x1b[1m", "", "\x1b[0m", "", "\n", "").Replace(line)
			if n := len([]rune(line)); n > width || n < 30 {
				t.Errorf("width %d: %d: %q", width, n, line)
			}
		}
		if strings.Count(text, "word") < 40 || !strings.Contains(text, "+--") || !strings.Contains(text, "\x1b[1m") {
			t.Errorf("width %d:\n%s", width, text)
		}
	}
}

// TestNarrowErrors has errors among the values of a narrow table, and hosts that
// differ at their ends by these.
func TestNarrowErrors(t *testing.T) {
	o := Options{Columns: []Column{Host, Name, InstanceName, TheValue, ErrorText}, Width: 40}
	var several []Record
	for _, host := range []string{"example.com:4001", "example.com:4002"} {
		m := metric(atom(libpcp.Uint32Atom(7)))
		m.Host, m.Name = host, "disk.dev.total"
		several = append(several, m)
	}
	several = append(several, &Problem{Host: "example.com:4003", Failure: Failure{Err: libpcp.ErrTimeout}})
	text := encode(Table, o, several...)
	for _, want := range []string{"com:4001 |", "com:4003 |", "| Timeout"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "Error") || strings.Contains(text, "more") {
		t.Errorf("a column is lost:\n%s", text)
	}
	o.Width = 100
	if text := encode(Table, o, several...); !strings.Contains(text, "| Error ") {
		t.Errorf("with room:\n%s", text)
	}
}

// TestWideFractions writes fractions of seconds from the first sample on that needs
// one, below headings that stand above their columns.
func TestWideFractions(t *testing.T) {
	var out bytes.Buffer
	enc := newWideHosts(Options{Out: &out, Zone: time.UTC})
	for _, milliseconds := range []int64{500, 700, 1200} {
		m := metric(atom(libpcp.Uint32Atom(7)))
		m.Host = "a"
		if err := enc.Write(&Sample{Time: time.UnixMilli(milliseconds), Metrics: ListOf(*m)}); err != nil {
			t.Fatal(err)
		}
	}
	lines := strings.Split(out.String(), "\n")
	if len(lines) < 6 || strings.HasPrefix(lines[len(lines)-2], "00:00:01 ") || len(lines[len(lines)-2]) != len(lines[len(lines)-4]) {
		t.Errorf("got\n%s", out.String())
	}
}

// TestWideZero has decimals from the first sample on for numbers that may have some.
func TestWideZero(t *testing.T) {
	var out bytes.Buffer
	enc := newWideHosts(Options{Out: &out, Zone: time.UTC, People: true})
	for i, value := range []float64{0, 0.5} {
		m := metric(atom(libpcp.DoubleAtom(value)))
		m.Host, m.Desc.Type = "a", libpcp.TypeDouble
		if err := enc.Write(&Sample{Time: time.Unix(int64(i), 0), Metrics: ListOf(*m)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{" 0.00\n", " 0.50\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// TestWideNarrow has room for values and for what hosts differ in, in few columns.
func TestWideNarrow(t *testing.T) {
	for _, width := range []int{40, 30} {
		var out bytes.Buffer
		enc := newWideHosts(Options{Out: &out, Zone: time.UTC, Width: width})
		var metrics []Metric
		for _, host := range []string{"database.example.com:4001", "database.example.com:4002"} {
			m := metric(atom(libpcp.Uint32Atom(7)))
			m.Host, m.Name = host, "network.interface.in.bytes"
			metrics = append(metrics, *m)
		}
		if err := enc.Write(&Sample{Time: time.UnixMilli(0), Metrics: ListOf(metrics...)}); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"4001  ", "4002  ", " 7\n", "in.bytes"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("width %d: no %q in\n%s", width, want, out.String())
			}
		}
		for line := range strings.Lines(out.String()) {
			if n := utf8.RuneCountInString(line) - 1; n > width {
				t.Errorf("width %d: %d: %q", width, n, line)
			}
		}
	}
}

// TestTablePlain has no borders, no escapes, and a line for each row.
func TestTablePlain(t *testing.T) {
	m := records()[0].(*Metric)
	values := m.Values.Slice()
	values[0].Atom = &[]libpcp.Atom{libpcp.StringAtom("\x1b[2J\u202e x\xff")}[0]
	m.Values = ListOf(values...)
	text := encode(Table, Options{Columns: []Column{Name, InstanceName, TheValue, Help, ErrorText}}, m)
	want := `Metric  Instance  Value           Help       Error
m       i,"1      \x1b[2J? x\xff  long text
m       i,"1                                 Impossible value or scale conversion
`
	if strings.ContainsRune(text, 0x1b) || strings.Join(strings.Fields(text), " ") != strings.Join(strings.Fields(want), " ") {
		t.Errorf("got\n%s", text)
	}
	if n := strings.Count(text, "\n"); n != 3 {
		t.Errorf("%d lines", n)
	}
}

func FuzzText(f *testing.F) {
	f.Add("plain", `{"a":1}`)
	f.Add("\xff\x00\"\\\n", `[1,
2`)
	s := validator(f)
	f.Fuzz(func(t *testing.T, text, label string) {
		m := metric(atom(libpcp.StringAtom(text)))
		m.Name, m.Labels = text, []libpcp.Label{{Name: label, Value: text}, {Name: text, Value: label}}
		o := Options{Columns: allColumns(), Width: 40}
		line := encodeLine(o, m)
		if strings.Count(line, "\n") != 1 {
			t.Errorf("lines: %q", line)
		}
		validate(t, s, []byte(line))
		if rows := reread(t, encode(CSV, o, m)); len(rows) != 2 {
			t.Errorf("rows: %q", rows)
		}
		for _, c := range encode(Table, o, m) {
			if c < ' ' && c != '\n' {
				t.Errorf("control character %q", c)
			}
		}
	})
}

// shady is what a terminal would obey: C0, DEL, C1 and directions.
const shady = "a\x1b[2J\x7f\u009b2J\u202eb\u2066c\u2069\u200e\u0085"

// TestTerminalObeysNothing has no format of ours write characters that a
// terminal obeys; JSON and CSV in a pipe lose nothing by that.
func TestTerminalObeysNothing(t *testing.T) {
	m := metric(atom(libpcp.StringAtom(shady)))
	help := "line 1\n\tline 2" + shady
	m.Name, m.Help = shady, &help
	m.Labels = []libpcp.Label{{Name: shady, Value: `"` + "\u202e" + `"`}}
	o := Options{Columns: []Column{Name, TheValue, Help, LabelSet}}
	for _, f := range []Format{JSON, JSONLines, CSV, Table, OpenMetrics, Prometheus} {
		for _, o.Width = range []int{0, 80} {
			text := encode(f, o, m)
			for _, r := range text {
				if format.TerminalControl(r) && !strings.ContainsRune("\n\r\t", r) && (f != CSV && !f.Exposed() || o.Width > 0) {
					t.Errorf("%v of width %d: %q in %q", f, o.Width, r, text)
					break
				}
			}
		}
	}
	var record struct {
		Name, Help string
		Values     []struct{ Value string }
	}
	if err := json.Unmarshal([]byte(encodeLine(o, m)), &record); err != nil {
		t.Fatal(err)
	}
	if record.Name != shady || record.Help != help || record.Values[0].Value != shady {
		t.Errorf("JSON: %q", record)
	}
	o.Width = 0
	if rows := reread(t, encode(CSV, o, m)); rows[1][0] != shady || rows[1][2] != help {
		t.Errorf("CSV: %q", rows)
	}
	o.Width = 80
	if rows := reread(t, encode(CSV, o, m)); rows[1][0] != `a\x1b[2J\x7f\x9b2J?b?c??\x85` || !strings.HasPrefix(rows[1][2], "line 1\n\tline 2a") {
		t.Errorf("CSV on a terminal: %q", rows)
	}
}

// TestLongTexts writes texts that are longer than the pieces they are written
// in, with characters across the ends of those.
func TestLongTexts(t *testing.T) {
	s := validator(t)
	for name, text := range map[string]string{
		"ASCII":     strings.Repeat(`a "b" \ c`+"\n", chunkSize/4),
		"wide":      "x" + strings.Repeat("温度", chunkSize/2),
		"escapes":   strings.Repeat("\x01\u009b", chunkSize),
		"bytes":     strings.Repeat("\xff\"\n", chunkSize),
		"long rune": strings.Repeat("a", chunkSize-1) + "😀" + strings.Repeat("b", chunkSize-2) + "é",
	} {
		m := metric(Value{Instance: &Instance{ID: 1, Name: text, Named: true}, Atom: &[]libpcp.Atom{libpcp.StringAtom(text)}[0]},
			atom(libpcp.BytesAtom(libpcp.TypeAggregate, []byte(text))))
		m.Name, m.Help = text, &text
		line := encodeLine(Options{}, m)
		validate(t, s, []byte(line))
		var want any = text
		if !utf8.ValidString(text) {
			want = map[string]any{"base64": base64.StdEncoding.EncodeToString([]byte(text))}
		}
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatal(err)
		}
		value := record["values"].([]any)[0].(map[string]any)
		for _, got := range []any{record["name"], record["help"], value["value"], value["instance"].(map[string]any)["name"]} {
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: JSON differs", name)
			}
		}
		rows := reread(t, encode(CSV, Options{Columns: []Column{Name, Help, InstanceName, TheValue}}, m))
		field := strings.ReplaceAll(text, "\xff", `\xff`)
		if rows[1][0] != field || rows[1][2] != field || rows[1][3] != field || rows[2][3] != base64.StdEncoding.EncodeToString([]byte(text)) {
			t.Errorf("%s: CSV differs", name)
		}
		for _, width := range []int{0, 80} {
			table := encode(Table, Options{Columns: []Column{Name, TheValue, Help}, Width: width}, m)
			if len(table) > 80*maxCell || !strings.Contains(table, "…") || !utf8.ValidString(table) {
				t.Errorf("%s: a table of %d bytes", name, len(table))
			}
		}
	}
}

// TestLongTables begins another table after as many rows as one may have, and
// has one long value fill no other lines with blanks.
func TestLongTables(t *testing.T) {
	var records []Record
	for i := range 2*maxRows + 1 {
		m := metric(atom(libpcp.Uint32Atom(uint32(i))))
		if i == 0 {
			m.Name = strings.Repeat("n", maxCell)
		}
		records = append(records, m)
	}
	text := encode(Table, Options{Columns: []Column{Name, TheValue}}, records...)
	if n := strings.Count(text, "Metric"); n != 3 {
		t.Errorf("%d tables, want 3", n)
	}
	if n := strings.Count(text, "\n"); n != len(records)+3 {
		t.Errorf("%d lines", n)
	}
	if len(text) > 2*maxRows*maxColumn {
		t.Errorf("%d bytes", len(text))
	}
}

// TestFormatSet takes the names of formats of every tool, and others only where they are known.
func TestFormatSet(t *testing.T) {
	var f Format
	if err := f.Set("csv"); err != nil || f != CSV {
		t.Errorf("csv: %v, %v", f, err)
	}
	if err := f.Set("plot"); err == nil || f != CSV {
		t.Errorf("a format of another tool: %v, %v", f, err)
	}
	if err := f.Set("plot", Plot); err != nil || f != Plot {
		t.Errorf("plot: %v, %v", f, err)
	}
}
