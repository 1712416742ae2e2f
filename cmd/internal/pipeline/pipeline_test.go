package pipeline

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// begun is when the samples of tests begin.
var begun = time.Date(2026, 3, 4, 21, 10, 0, 0, time.UTC)

// metric has a value, or one for each number.
func metric(name string, numbers ...int32) report.Metric {
	m := report.Metric{Name: name, Desc: &libpcp.Desc{Type: libpcp.Type32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}}
	values := []report.Value{}
	for i, n := range numbers {
		a := libpcp.Int32Atom(n)
		v := report.Value{Atom: &a}
		if len(numbers) > 1 {
			m.Desc.InDom = 1
			v.Instance = &report.Instance{ID: int32(i), Name: string(rune('a' + i)), Named: true}
		}
		values = append(values, v)
	}
	m.Values = report.ListOf(values...)
	return m
}

func sample(after time.Duration, metrics ...report.Metric) *report.Sample {
	return &report.Sample{Time: begun.Add(after), Metrics: report.ListOf(metrics...)}
}

// new is a pipeline of samples with the columns of values, and where it writes.
func newTest(format report.Format) (p *Pipeline, env *tool.Env, out, errOut *bytes.Buffer) {
	out, errOut = new(bytes.Buffer), new(bytes.Buffer)
	p = &Pipeline{Format: format, Sampled: true, Lenient: true, Source: &options.Source{Choice: options.Choice{Kind: options.Archive}},
		Columns: func() []report.Column {
			return []report.Column{report.Time, report.Name, report.TheValue, report.ErrorText}
		}}
	if !format.Exact() {
		p.Columns = func() []report.Column {
			return []report.Column{report.Name, report.InstanceName, report.TheValue, report.ErrorText}
		}
	}
	p.Fleet.Options(p.Source)
	return p, &tool.Env{Name: "tool", Stdout: tool.NewOutput(out, false), Stderr: errOut}, out, errOut
}

// runMany runs a pipeline for archives, one after the other, of each of which a function
// writes the records, and prints how many answered.
func (p *Pipeline) runMany(t *testing.T, env *tool.Env, zone func(string) *time.Location, records map[string][]report.Record, names ...string) {
	t.Helper()
	enc := report.NewSeveral(p.ofSeveral(env), names)
	enc.Begin(report.Header{Tool: env.Name, Source: &report.Source{Kind: "archives"}})
	m := new(many)
	m.ask = func(_ context.Context, s *Session) (Round, error) {
		s.Zone = zone(s.Name)
		return func(_ context.Context, to report.Encoder) error {
			for _, r := range records[s.Name] {
				if one, ok := r.(*report.Sample); ok {
					s.Reach(one.Time)
				}
				if err := to.Write(r); err != nil {
					return err
				}
			}
			return nil
		}, nil
	}
	for i, name := range names {
		s := &Session{Name: name, Strict: new(tool.Strict), p: p, Source: p.Source, Env: quiet(env), ofMany: ofMany{many: m, part: enc.Parts()[i]}}
		m.sessions = append(m.sessions, s)
		src := new(flaky)
		if err := s.run(t.Context(), libpcp.NewContext(src), m.ask); err != nil {
			t.Fatal(err)
		}
		if src.names > 0 {
			t.Error("one of many sources is asked for its name, which no record has")
		}
		s.part.End()
		s.forget()
	}
	if err := m.summarize(enc); err != nil {
		t.Fatal(err)
	}
	if err := enc.End(); err != nil {
		t.Fatal(err)
	}
	env.Stdout.Flush()
	p.Fleet.count(env, m.sessions, 0)
}

func utc(string) *time.Location { return time.UTC }

// TestZone reports many sources in the zone that was asked for, in every format.
func TestZone(t *testing.T) {
	for _, f := range []report.Format{report.CSV, report.JSON, report.JSONLines, report.Table, report.Wide} {
		p, env, out, _ := newTest(f)
		p.runMany(t, env, func(string) *time.Location { return time.FixedZone("JST", 9*3600) }, map[string][]report.Record{
			"one": {sample(0, metric("m", 1))}, "two": {sample(0, metric("m", 2))}}, "one", "two")
		if !strings.Contains(out.String(), "06:10:00") || strings.Contains(out.String(), "21:10:00") {
			t.Errorf("%v:\n%s", f, out)
		}
	}
}

// TestZones names the zone of each block and row where sources have several.
func TestZones(t *testing.T) {
	for f, want := range map[report.Format]string{
		report.Table: "Wed 2026-03-04 21:10:00 +00:00\n", report.Wide: "Wed 2026-03-04 +00:00\n",
	} {
		p, env, out, _ := newTest(f)
		zone := utc
		for range 2 {
			p.runMany(t, env, zone, map[string][]report.Record{
				"one": {sample(0, metric("m", 1))}, "two": {sample(0, metric("m", 2))}}, "one", "two")
			text := shown(env, out)
			if several := zone("two") != time.UTC; strings.Contains(text, want) != several || !several && strings.Contains(text, "+00:00") {
				t.Errorf("%v, several %v:\n%s", f, several, text)
			}
			zone = func(name string) *time.Location {
				if name == "two" {
					return time.FixedZone("", 9*3600)
				}
				return time.UTC
			}
		}
	}
}

// TestDates has the dates of all times in a summary of archives of different days.
func TestDates(t *testing.T) {
	p, env, out, _ := newTest(report.Table)
	p.Summary = true
	p.Columns = func() []report.Column { return append([]report.Column{report.Name}, report.SummaryColumns...) }
	p.runMany(t, env, utc, map[string][]report.Record{
		"one": {sample(0, metric("m", 1)), sample(time.Minute, metric("m", 2))},
		"two": {sample(48*time.Hour, metric("m", 3))}}, "one", "two")
	for _, at := range []string{"2026-03-04 21:11:00", "2026-03-06 21:10:00"} {
		if !strings.Contains(out.String(), at) {
			t.Errorf("no %s in\n%s", at, out)
		}
	}
}

// TestAnswered counts an archive whose first sample is empty among those that answered.
func TestAnswered(t *testing.T) {
	p, env, _, errOut := newTest(report.CSV)
	p.runMany(t, env, utc, map[string][]report.Record{
		"late":  {sample(0, metric("m")), sample(time.Second, metric("m", 1))},
		"never": {sample(0, metric("m"))}}, "late", "never")
	if want := ": 1 answered, 1 without values, 0 failed\n  no values: never\n"; !strings.HasSuffix(errOut.String(), want) {
		t.Errorf("%s", errOut)
	}
}

// TestWideRanked has a row for each source, ordered by the first metric, with the values of
// all.
func TestWideRanked(t *testing.T) {
	p, env, out, _ := newTest(report.Wide)
	p.Pick.Top = 4
	p.runMany(t, env, utc, map[string][]report.Record{
		"one": {sample(0, metric("m", 1), metric("n", 10))}, "two": {sample(0, metric("m", 3), metric("n", 30))},
		"three": {sample(0, metric("m", 2), metric("n", 20))}, "none": {sample(0, metric("m"))}}, "one", "two", "three", "none")
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	want := []string{"21:10:00 two 3 30", "21:10:00 three 2 20", "21:10:00 one 1 10"} // none has no row
	for i, line := range lines[max(len(lines)-3, 0):] {
		if strings.Join(strings.Fields(line), " ") != want[i] {
			t.Errorf("\n%s", out)
		}
	}
}

// screened is a redraw of several sources, on a terminal.
func screened(env *tool.Env) *redraw {
	return &redraw{Env: env, Options: report.Options{Columns: []report.Column{report.Host, report.Name, report.TheValue}, Zone: time.UTC}, Every: time.Second}
}

// ofHost is the sample of a host.
func ofHost(host string, after time.Duration, number int32) *report.Sample {
	m := metric("m", number)
	m.Host = host
	return sample(after, m)
}

// shown is what has been drawn since the last call.
func shown(env *tool.Env, out *bytes.Buffer) string {
	env.Stdout.Flush()
	defer out.Reset()
	return out.String()
}

// TestRedrawEmpty draws a heading before any source has answered, and a reason when one
// fails.
func TestRedrawEmpty(t *testing.T) {
	_, env, out, _ := newTest(report.Table)
	r := screened(env)
	r.Begin(report.Header{Tool: "tool", Source: &report.Source{Kind: "hosts"}})
	if text := shown(env, out); !strings.Contains(text, "every 1s") {
		t.Errorf("the screen is blank: %q", text)
	}
	r.Write(&report.Problem{Host: "far", Failure: report.Failure{Err: libpcp.ErrTimeout}})
	if text := shown(env, out); !strings.Contains(text, "far  Timeout waiting") {
		t.Errorf("no reason: %q", text)
	}
	r.last.Awaited = []string{"far", "near"} // of which one has a reason already
	if lines := r.reasons(); len(lines) != 2 || !strings.HasPrefix(lines[0], "far  Timeout") || lines[1] != "near  no answer yet" {
		t.Errorf("reasons %q", lines)
	}
}

// TestRedrawBack takes a failure from the screen when its host is back.
func TestRedrawBack(t *testing.T) {
	_, env, out, _ := newTest(report.Table)
	r := screened(env)
	r.Begin(report.Header{Tool: "tool", Source: &report.Source{Kind: "hosts"}})
	r.Write(ofHost("far", 0, 1))
	r.Write(&report.Problem{Host: "far", Failure: report.Failure{Err: libpcp.ErrIPC}})
	shown(env, out)
	r.Write(ofHost("near", time.Second, 2))
	if text := shown(env, out); !strings.Contains(text, "far  IPC") {
		t.Errorf("no reason: %q", text)
	}
	r.Write(ofHost("far", 2*time.Second, 3))
	shown(env, out)
	r.Write(ofHost("far", 3*time.Second, 4))
	if text := shown(env, out); strings.Contains(text, "IPC") || !strings.Contains(text, "m") {
		t.Errorf("the failure stays: %q", text)
	}
}

// TestRedrawProblems shows the last failure of each host.
func TestRedrawProblems(t *testing.T) {
	_, env, out, _ := newTest(report.Table)
	r := screened(env)
	r.Begin(report.Header{Tool: "tool", Source: &report.Source{Kind: "hosts"}})
	fail := func(host string, err error) {
		r.Write(&report.Problem{Host: host, Failure: report.Failure{Err: err}})
	}
	fail("far", libpcp.ErrTimeout)
	fail("near", libpcp.ErrIPC)
	fail("far", libpcp.ErrEOL)
	shown(env, out)
	r.Write(ofHost("other", 0, 1))
	text := shown(env, out)
	for want, n := range map[string]int{"near  IPC": 1, "far  Timeout": 0, "far  End of PCP": 1} {
		if strings.Count(text, want) != n {
			t.Errorf("%q is not there %d times: %q", want, n, text)
		}
	}
}

// TestRedrawLate has values of a host that was awaited belong to the sample of their time,
// and to be awaited no longer.
func TestRedrawLate(t *testing.T) {
	_, env, out, _ := newTest(report.Table)
	r := screened(env)
	r.Begin(report.Header{Tool: "tool", Source: &report.Source{Kind: "hosts"}})
	early := ofHost("near", 0, 17)
	early.Awaited = []string{"far"}
	r.Write(early)
	if text := shown(env, out); !strings.Contains(text, "far  no answer yet") || !strings.Contains(text, "17") {
		t.Errorf("%q", text)
	}
	r.Write(ofHost("far", 0, 18))
	text := strings.Join(r.reasons(), "\n")
	if strings.Contains(text, "no answer yet") || r.last.Metrics.Slice()[0].Host != "near" || r.last.Metrics.Slice()[1].Host != "far" {
		t.Errorf("%q, %v", text, r.last.Metrics.Slice())
	}
}

// TestRedrawWithout draws the sample of a host until the host fails, not one of its metrics.
func TestRedrawWithout(t *testing.T) {
	_, env, out, _ := newTest(report.Table)
	r := screened(env)
	r.Begin(report.Header{Tool: "tool", Source: &report.Source{Kind: "hosts"}})
	r.Write(ofHost("far", 0, 4711))
	shown(env, out)
	r.Write(&report.Problem{Host: "far", Operand: "n", Failure: report.Failure{Err: libpcp.ErrName}})
	if text := shown(env, out); !strings.Contains(text, "4711") {
		t.Errorf("the sample is gone: %q", text)
	}
	r.Write(&report.Problem{Host: "far", Failure: report.Failure{Err: libpcp.ErrIPC}})
	if text := shown(env, out); strings.Contains(text, "4711") {
		t.Errorf("the sample stays: %q", text)
	}
}
