package survey

import (
	"context"
	"slices"

	"pcptools/cmd/internal/ask"
	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// A Selection is the names that consecutive operands select, followed by a
// problem, if any.
type Selection struct {
	Names   libpcp.NameList
	Problem *report.Problem
}

// Select returns the metrics that operands select, in their order: the metrics at
// and below each operand, or the metrics that match it as a pattern; without
// operands, all. An operand that selects no metric is a problem.
func (s *Survey) Select(ctx context.Context, operands ...string) []Selection {
	if len(operands) == 0 {
		operands = []string{""}
	}
	s.operands = operands
	queries := make([]libpcp.Query, len(operands))
	for i, name := range operands {
		queries[i] = &libpcp.TraverseQuery{Name: above(name)}
	}
	s.C.Batch(ctx, queries...)
	var all []Selection
	var lists []libpcp.NameList
	for i, q := range queries {
		q := q.(*libpcp.TraverseQuery)
		if isPattern(operands[i]) {
			if q.Names = matching(q.Names, operands[i]); q.Names.Len() == 0 && q.Err == nil {
				q.Err = libpcp.ErrName
			}
		}
		lists = append(lists, q.Names)
		if q.Err != nil {
			all = append(all, Selection{libpcp.ConcatNames(lists...), &report.Problem{Operand: operands[i],
				Failure: report.Failure{Call: "pmTraversePMNS", Err: q.Err}}})
			lists = nil
		}
	}
	if lists != nil {
		all = append(all, Selection{Names: libpcp.ConcatNames(lists...)})
	}
	return all
}

// hidden reports whether a metric is of no interest: derived from others that
// are not there, and selected by the name of a branch.
func (s *Survey) hidden(m *report.Metric) bool {
	return s.operands != nil && m.Err != nil && ask.Unbound(m.Err.Err) && !slices.Contains(s.operands, m.Name)
}
