package pipeline

import (
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
}

func (*taken) Begin(report.Header) error { return nil }
func (*taken) End() error                { return nil }
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
