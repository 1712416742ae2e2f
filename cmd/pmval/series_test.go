package main

import (
	"testing"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/libpcp"
)

// TestSeriesRates samples a counter that comes, goes and turns back.
func TestSeriesRates(t *testing.T) {
	desc := libpcp.Desc{PMID: 1, Type: libpcp.TypeU32, Sem: libpcp.SemCounter, InDom: libpcp.NullInDom,
		Units: libpcp.KByte}
	mbytes := libpcp.MByte | libpcp.PerSec
	var p request
	for _, text := range []string{"hour", "Mbyte/sec"} {
		if err := p.style.UnitsOption().Value.Set(text); err != nil {
			t.Fatal(err)
		}
	}
	units := p.style.Conversions()
	s := p.newSeries(&report.Metric{Name: "m", Desc: &desc}, nil, units)
	for p := range units.Unused {
		if p.Operand != "--units=hour" {
			t.Errorf("unused: %s", p.Operand)
		}
	}
	q := &survey.Survey{C: libpcp.NewContext(nil)}
	at := time.Unix(1000, 0)
	take := func(wraps bool, words ...uint32) *report.Metric {
		at = at.Add(2 * time.Second)
		set := libpcp.ValueSet{PMID: 1}
		for _, word := range words {
			set.Values = append(set.Values, libpcp.Value{Inst: libpcp.NullInst, Word: word})
		}
		m := s.Metric
		s.sample(t.Context(), &m, q, set, at, wraps)
		return &m
	}
	rate := func(m *report.Metric) float64 {
		values := m.Values.Slice()
		if len(values) != 1 || values[0].Atom == nil {
			t.Fatalf("no value: %+v", m)
		}
		return values[0].Atom.Float64()
	}
	if m := take(false, 1024); m.Values.Len != 0 || m.Err != nil {
		t.Errorf("a rate of one value: %+v", m)
	}
	m := take(false, 5*1024)
	if got := rate(m); got != 2 || m.Desc.Units != mbytes || !m.Rate || m.Desc.Type != libpcp.TypeDouble {
		t.Errorf("%v %v", got, m.Desc)
	}
	if m := take(false); m.Values.Len != 0 {
		t.Errorf("a rate of none: %+v", m)
	}
	if m := take(false, 2); m.Values.Len != 0 {
		t.Errorf("a rate after a gap: %+v", m)
	}
	if m := take(false, 1); m.Values.Slice()[0].Atom != nil || libpcp.Code(m.Values.Slice()[0].Err.Err) != libpcp.ErrSign {
		t.Errorf("a negative rate: %+v", m)
	}
	if got := rate(take(true, 0)); got != (1<<32-1)/2048. {
		t.Errorf("wrapped: %v", got)
	}
	p.raw = true
	if s := p.newSeries(&report.Metric{Desc: &desc}, nil, units); s.units != nil || s.Desc.Units != desc.Units {
		t.Errorf("units of another dimension: %v", s.Desc)
	}
}
