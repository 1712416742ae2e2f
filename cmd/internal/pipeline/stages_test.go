package pipeline

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// taken is an encoder that has the last sample.
type taken struct {
	metrics  []report.Metric
	problems []string
	ended    int
	full     error // of its end
}

func (*taken) Begin(report.Header) error { return nil }
func (t *taken) End() error              { t.ended++; return t.full }
func (t *taken) Write(r report.Record) error {
	switch r := r.(type) {
	case *report.Sample:
		t.metrics = r.Metrics.Slice()
	case *report.Problem:
		t.problems = append(t.problems, r.Operand)
	}
	return nil
}

// TestRates samples a counter that comes, goes and turns back, in units of the user.
func TestRates(t *testing.T) {
	desc := libpcp.Desc{PMID: 1, Type: libpcp.TypeU32, Sem: libpcp.SemCounter, InDom: libpcp.NullInDom, Units: libpcp.KByte}
	mbytes := libpcp.MByte | libpcp.PerSec
	for _, wraps := range []bool{false, true} {
		p := &Pipeline{Format: report.CSV, Sampled: true, Lenient: true, Source: &options.Source{}, Rates: func(string) bool { return true }}
		for _, text := range []string{"hour", "Mbyte/sec"} {
			if err := p.Style.UnitsOption().Value.Set(text); err != nil {
				t.Fatal(err)
			}
		}
		env := &tool.Env{Stdout: tool.NewOutput(t.Output(), false), Stderr: t.Output()}
		if wraps {
			env.Environ = []string{"PCP_COUNTER_WRAP="}
		}
		s := &Session{p: p, Source: p.Source, Env: env, Strict: &p.Strict}
		got := new(taken)
		stages := s.newStages(got)
		stages.Write(&report.Heads{Metrics: []report.Metric{{Name: "m", Desc: &desc}}})
		if len(got.problems) != 1 || got.problems[0] != "--units=hour" {
			t.Errorf("unused: %q", got.problems)
		}
		at := time.Unix(1000, 0)
		take := func(numbers ...uint32) report.Metric {
			at = at.Add(2 * time.Second)
			var values []report.Value
			for _, n := range numbers {
				a := libpcp.Uint64Atom(uint64(n))
				values = append(values, report.Value{Atom: &a})
			}
			d := desc
			stages.Write(&report.Sample{Time: at, Metrics: report.ListOf(report.Metric{Name: "m", Desc: &d, Values: report.ListOf(values...)})})
			return got.metrics[0]
		}
		if m := take(1024); m.Values.Len != 0 || m.Err != nil {
			t.Errorf("a rate of one value: %+v", m)
		}
		if m := take(5 * 1024); m.Values.Slice()[0].Atom.Float64() != 2 || m.Desc.Units != mbytes || !m.Rate || m.Desc.Type != libpcp.TypeDouble {
			t.Errorf("%v", m.Desc)
		}
		if m := take(); m.Values.Len != 0 {
			t.Errorf("a rate of none: %+v", m)
		}
		if m := take(2); m.Values.Len != 0 {
			t.Errorf("a rate after a gap: %+v", m)
		}
		v := take(1).Values.Slice()[0]
		if wraps && v.Atom.Float64() != (1<<32-1)/2048. || !wraps && (v.Atom != nil || libpcp.Code(v.Err.Err) != libpcp.ErrSign) {
			t.Errorf("backwards: %+v", v)
		}
		s.stages = stages
		take(1)
		s.Forget()
		if m := take(2); m.Values.Len != 0 {
			t.Errorf("a rate across what was forgotten: %+v", m)
		}
		got.full = errors.New("full")
		if err := stages.End(); err != got.full || got.ended != 1 {
			t.Errorf("%v, ended %d times", err, got.ended)
		}
	}
}

// TestLook reports a value that has changed since it was looked at.
func TestLook(t *testing.T) {
	p := &Pipeline{Format: report.CSV, Sampled: true, Source: &options.Source{}}
	p.Pick.WhereChanged()
	s := &Session{p: p, Source: p.Source, Env: &tool.Env{}, Strict: &p.Strict}
	got := new(taken)
	s.stages = s.newStages(got)
	sample := func(v int32) *report.Sample {
		a, b := libpcp.Int32Atom(v), libpcp.Int32Atom(7)
		d := libpcp.Desc{InDom: 1}
		return &report.Sample{Metrics: report.ListOf(report.Metric{Name: "m", Desc: &d, Values: report.ListOf(
			report.Value{Atom: &a, Instance: &report.Instance{ID: 1}}, report.Value{Atom: &b, Instance: &report.Instance{ID: 2}})})}
	}
	s.Look(func(to report.Encoder) error { return to.Write(sample(1)) })
	if got.metrics != nil {
		t.Error("what is looked at is reported")
	}
	s.stages.Write(sample(2))
	if len(got.metrics) != 1 || got.metrics[0].Values.Len != 1 || got.metrics[0].Values.Slice()[0].Old.Int64() != 1 {
		t.Errorf("%+v", got.metrics)
	}
}

// alone is a session about a single source, with stages that lead to got.
func alone(p *Pipeline, env *tool.Env, got report.Encoder) *Session {
	s := &Session{p: p, Source: p.Source, Env: env, Strict: &p.Strict, Host: "h"}
	s.ctx, s.C = context.Background(), libpcp.NewContext(new(flaky))
	s.stages = s.newStages(got)
	s.stages.Begin(report.Header{})
	return s
}

// TestPick reports the greatest values of each metric, or the rows of an instance domain
// in the order of one metric.
func TestPick(t *testing.T) {
	p, env, _, _ := newTest(report.Wide)
	p.Pick.Top = 1
	got := new(taken)
	alone(p, env, got).stages.Write(sample(0, metric("m", 1, 3, 2)))
	if v := got.metrics[0].Values.Slice(); len(v) != 1 || v[0].Atom.Int64() != 3 {
		t.Errorf("%+v", v)
	}
	p.Style.ByInstance = true
	alone(p, env, got).stages.Write(sample(0, metric("m", 1, 3, 2), metric("n", 5, 6, 7)))
	for i, want := range []int64{3, 6} {
		if v := got.metrics[i].Values.Slice(); len(v) != 1 || v[0].Atom.Int64() != want {
			t.Errorf("metric %d: %+v", i, v)
		}
	}
}

// TestJudge tells --strict what is complete: not what is only looked at.
func TestJudge(t *testing.T) {
	p, env, _, _ := newTest(report.CSV)
	s := alone(p, env, new(taken))
	s.Look(func(to report.Encoder) error { return to.Write(sample(0, metric("m"))) })
	s.stages.Write(sample(0, metric("m", 1)))
	if !p.Complete() || !s.stages.judge.whole() {
		t.Error("a value is not enough")
	}
	s.stages.Write(sample(0, metric("m")))
	if p.Complete() || !s.stages.judge.whole() {
		t.Error("no value is nothing")
	}
	s.stages.Write(&report.Problem{Operand: "x", Failure: report.Failure{Err: libpcp.ErrName}})
	if s.stages.judge.whole() {
		t.Error("a problem is nothing")
	}
	for _, err := range []error{libpcp.ErrPermission, libpcp.ErrInst} {
		s.stages.Write(&report.Sample{Metrics: report.ListOf(report.Metric{Name: "n", Err: &report.Failure{Err: err}})})
	}
	if s.stages.judge.lack != libpcp.ErrPermission {
		t.Errorf("lacks by %v", s.stages.judge.lack)
	}
}

// TestProblems prints a problem, and decides how the run ends.
func TestProblems(t *testing.T) {
	for _, test := range []struct {
		lenient bool
		err     error
		want    error
	}{{true, libpcp.ErrName, nil}, {false, libpcp.ErrName, tool.Exit(1)}, {true, libpcp.ErrConv, tool.Exit(1)}} {
		p, env, _, errOut := newTest(report.CSV)
		p.Lenient = test.lenient
		p.Prefix = func(*tool.Env) string { return "Error: " }
		got := new(taken)
		s := alone(p, env, got)
		problem := &report.Problem{Operand: "x\a", Failure: report.Failure{Err: test.err}}
		s.stages.Write(problem)
		if want := `Error: x\x07: ` + libpcp.ErrorText(test.err) + "\n"; errOut.String() != want || !problem.Printed || len(got.problems) != 1 {
			t.Errorf("%q, want %q", errOut, want)
		}
		if s.stages.failed != test.want {
			t.Errorf("%v: %v", test.err, s.stages.failed)
		}
	}
}

// TestFinish leaves metrics out, of one source and behind the merge of several, with a
// ranking and without.
func TestFinish(t *testing.T) {
	for _, format := range []report.Format{report.CSV, report.JSON, report.JSONLines, report.Table} {
		for _, top := range []int{0, 5} {
			p, env, out, _ := newTest(format)
			p.Sampled, p.Pick.Top = false, top
			p.Finish = func(m *report.Metric) bool { return m.Name != "right" }
			records := func() []report.Record {
				one, two := metric("right", 1), metric("wrong", 2)
				return []report.Record{&one, &two}
			}
			p.runMany(t, env, utc, map[string][]report.Record{"one": records(), "two": records()}, "one", "two")
			if strings.Contains(out.String(), "right") || strings.Count(out.String(), "wrong") < 2 && format != report.Table {
				t.Errorf("%v, top %d:\n%s", format, top, out)
			}
		}
	}
	p, env, _, _ := newTest(report.Wide)
	p.Finish = func(m *report.Metric) bool { return m.Name != "right" }
	got := new(taken)
	alone(p, env, got).stages.Write(sample(0, metric("right", 1), metric("wrong", 2)))
	if len(got.metrics) != 1 || got.metrics[0].Name != "wrong" {
		t.Errorf("%+v", got.metrics)
	}
}

// TestSummarized sums samples up at the end.
func TestSummarized(t *testing.T) {
	p, env, out, _ := newTest(report.CSV)
	p.Summary = true
	p.Columns = func() []report.Column {
		return []report.Column{report.Name, report.Count, report.Least, report.Greatest}
	}
	s := &Session{p: p, Source: p.Source, Env: env, Strict: &p.Strict, Host: "h"}
	err := s.run(t.Context(), libpcp.NewContext(new(flaky)), func(context.Context, *Session) (Round, error) {
		return func(_ context.Context, to report.Encoder) error {
			to.Write(sample(0, metric("m", 4)))
			return to.Write(sample(time.Second, metric("m", 2)))
		}, nil
	})
	env.Stdout.Flush()
	if want := "metric,count,min,max\nm,2,2,4\n"; err != nil || out.String() != want {
		t.Errorf("%v\n%s", err, out)
	}
}

// headed is an encoder with columns.
type headed struct {
	taken
	heads []report.Head
	more  int
}

func (h *headed) Heads(heads []report.Head, more int) error {
	h.heads, h.more = heads, more
	return nil
}

// TestHeads gives a format with columns those of the metrics, with the units of what is
// reported.
func TestHeads(t *testing.T) {
	p, env, _, _ := newTest(report.Wide)
	p.Rates = func(string) bool { return true }
	got := new(headed)
	m := metric("m", 1, 2)
	m.Desc.Sem, m.Desc.Units = libpcp.SemCounter, libpcp.Byte
	s := alone(p, env, got)
	s.stages.Write(&report.Heads{Metrics: []report.Metric{m}})
	if len(got.heads) != 2 || got.heads[1].Units != libpcp.Byte|libpcp.PerSec || got.heads[1].Instance.Name != "b" {
		t.Errorf("%+v", got.heads)
	}
}

// TestShares refuses a condition in percent for metrics that are no fractions of time,
// once each, and lets the others through.
func TestShares(t *testing.T) {
	load, used := libpcp.DoubleAtom(28), libpcp.DoubleAtom(0.95)
	desc := libpcp.Desc{Type: libpcp.TypeDouble, InDom: libpcp.NullInDom}
	p := &Pipeline{Format: report.CSV, Sampled: true, Source: &options.Source{}}
	if err := p.Pick.Options()[1].Value.Set("value > 90%"); err != nil {
		t.Fatal(err)
	}
	s := &Session{p: p, Source: p.Source, Env: &tool.Env{Stderr: t.Output()}, Strict: &p.Strict}
	got := new(taken)
	stages := s.newStages(got)
	for range 2 {
		got.metrics = nil
		err := stages.Write(&report.Sample{Metrics: report.ListOf(
			report.Metric{Name: "load", Desc: &desc, Values: report.ListOf(report.Value{Atom: &load})},
			report.Metric{Name: "used", Desc: &desc, Rate: true, Values: report.ListOf(report.Value{Atom: &used})},
		)})
		if err != nil || len(got.metrics) != 1 || got.metrics[0].Name != "used" || got.metrics[0].Values.Len != 1 {
			t.Errorf("%v, %v", got.metrics, err)
		}
	}
	if len(got.problems) != 1 || got.problems[0] != "--where" {
		t.Errorf("%q", got.problems)
	}
}

// TestMet passes only samples on that a condition leaves values, and marks.
func TestMet(t *testing.T) {
	desc := libpcp.Desc{Type: libpcp.TypeDouble, InDom: libpcp.NullInDom}
	for _, redrawn := range []bool{false, true} {
		p := &Pipeline{Format: report.Table, Sampled: true, Source: &options.Source{}}
		if err := p.Pick.Options()[1].Value.Set("value > 5"); err != nil {
			t.Fatal(err)
		}
		s := &Session{p: p, Source: p.Source, Env: &tool.Env{Stderr: t.Output()}, Strict: &p.Strict, redrawn: redrawn}
		passed := 0
		stages := s.newStages(counted{&passed})
		for _, number := range []float64{4, 6, 5} {
			a := libpcp.DoubleAtom(number)
			if err := stages.Write(&report.Sample{Metrics: report.ListOf(report.Metric{Name: "m", Desc: &desc, Values: report.ListOf(report.Value{Atom: &a})})}); err != nil {
				t.Fatal(err)
			}
		}
		if err := stages.Write(&report.Sample{Mark: true, Metrics: report.ListOf[report.Metric]()}); err != nil {
			t.Fatal(err)
		}
		if want := map[bool]int{false: 2, true: 4}[redrawn]; passed != want {
			t.Errorf("redrawn %v: %d samples, want %d", redrawn, passed, want)
		}
	}
}

// counted is an encoder that counts records.
type counted struct{ n *int }

func (counted) Begin(report.Header) error   { return nil }
func (counted) End() error                  { return nil }
func (c counted) Write(report.Record) error { *c.n++; return nil }
