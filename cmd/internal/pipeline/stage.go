package pipeline

import (
	"slices"
	"time"

	"pcptools/cmd/internal/report"
)

// A Stage is a step of records on their way, as the rules of the package have it.
type Stage func(next report.Encoder) report.Encoder

// chain puts stages in front of an encoder; nil stages are none.
func chain(end report.Encoder, all ...Stage) report.Encoder {
	for _, stage := range slices.Backward(all) {
		if stage != nil {
			end = stage(end)
		}
	}
	return end
}

// metrics is a stage that does something to each metric, those of samples too. A metric
// for which do returns false goes no further.
func metrics(do func(m *report.Metric, at time.Time) bool) Stage {
	return func(to report.Encoder) report.Encoder { return &metricStage{Encoder: to, do: do} }
}

type metricStage struct {
	report.Encoder
	next    func() // begins another time; nil if the stage remembers nothing
	do      func(m *report.Metric, at time.Time) bool
	sampled bool                   // another time begins with each sample, not with each report
	head    func(m *report.Metric) // what the stage does to the description of a metric; nil for nothing
}

func (s *metricStage) Begin(h report.Header) error {
	if s.next != nil && !s.sampled {
		s.next()
	}
	return s.Encoder.Begin(h)
}

func (s *metricStage) Write(r report.Record) error {
	switch r := r.(type) {
	case *report.Metric:
		if !s.do(r, r.Time) {
			return nil
		}
	case *report.Heads:
		for i := range r.Metrics {
			if m := &r.Metrics[i]; s.head != nil {
				s.head(m)
			}
		}
	case *report.Sample:
		if s.next != nil {
			s.next()
		}
		r.Metrics = kept(r.Metrics, func(m *report.Metric) bool { return s.do(m, r.Time) })
	}
	return s.Encoder.Write(r)
}

// kept are the metrics of a sample for which do returns true.
func kept(all *report.List[report.Metric], do func(*report.Metric) bool) *report.List[report.Metric] {
	var some []report.Metric
	n := 0
	for m := range all.All {
		if !do(m) {
			if n >= 0 && some == nil {
				some = make([]report.Metric, 0, all.Len)
				for before := range all.All {
					if len(some) == n {
						break
					}
					some = append(some, *before)
				}
			}
			continue
		}
		if n++; some != nil {
			some = append(some, *m)
		}
	}
	if some == nil {
		return all
	}
	return report.ListOf(some...)
}
