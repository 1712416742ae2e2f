package pipeline

import (
	"cmp"
	"slices"
	"strings"

	"pcptools/cmd/internal/pick"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// rows picks instances, where they are rows: one metric of an instance domain decides
// about the instances of all.
type rows struct {
	report.Encoder
	pick   *pick.Pick
	strict *tool.Strict
}

func (s *rows) Write(r report.Record) error {
	switch r := r.(type) {
	case *report.Sample:
		r.Metrics = report.ListOf(s.pick.Rows(r.Metrics.Slice(), s.strict)...)
	case *report.Heads:
		by := s.pick.Asked()
		if by != "" && !slices.ContainsFunc(r.Metrics, func(m report.Metric) bool { return s.pick.SortsBy(&m) }) {
			err := report.InOwnWords(libpcp.ErrName, "Unknown metric name; the columns are "+format.Printable(columns(r.Metrics)))
			if err := s.Encoder.Write(&report.Problem{Operand: "--sort=" + by, Failure: report.Failure{Err: err}}); err != nil {
				return err
			}
		}
	}
	return s.Encoder.Write(r)
}

// columns are the names that columns can be sorted by, or the first of many.
func columns(metrics []report.Metric) string {
	var names []string
	for _, m := range metrics {
		name, heading := m.Name, false
		if m.Shown != nil {
			name, heading = cmp.Or(m.Shown.Label, name), m.Shown.Heading
		}
		if !heading && len(names) < 8 && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// shares lets only fractions of time through, for a condition with numbers in percent.
// It writes a problem for each other metric: the values of one that is in percent
// itself would be compared with a hundredth of what was meant.
type shares struct {
	report.Encoder
	said map[string]bool // by metric
}

func (s *shares) Write(r report.Record) error {
	switch r := r.(type) {
	case *report.Metric:
		if refused, err := s.refuse(r); refused || err != nil {
			return err
		}
	case *report.Sample:
		var failed error
		r.Metrics = kept(r.Metrics, func(m *report.Metric) bool {
			refused, err := s.refuse(m)
			failed = cmp.Or(failed, err)
			return !refused
		})
		if failed != nil {
			return failed
		}
	}
	return s.Encoder.Write(r)
}

func (s *shares) refuse(m *report.Metric) (bool, error) {
	if m.Values == nil || m.Desc == nil || m.Share() {
		return false, nil
	}
	if s.said[m.Name] {
		return true, nil
	}
	s.said[m.Name] = true
	text := format.Printable(m.Name) + " is no fraction of time, which % is of: write the number without it"
	return true, s.Encoder.Write(&report.Problem{Operand: "--where", Failure: report.Failure{Call: "pmConvScale", Err: report.InOwnWords(libpcp.ErrConv, text)}})
}

// met passes samples with values on, of those of which a condition selects values. Where
// a sample replaces the one before it, and where samples are counted, empty ones matter.
type met struct{ report.Encoder }

func (s met) Write(r report.Record) error {
	if r, ok := r.(*report.Sample); ok && !r.Mark {
		empty := true
		for m := range r.Metrics.All {
			empty = empty && m.Err == nil && (m.Values == nil || m.Values.Len == 0)
		}
		if empty {
			return nil
		}
	}
	return s.Encoder.Write(r)
}
