package survey

import (
	"context"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// Names returns the names of the metrics that operands select: those at and
// below each, or all there are without operands. What selects none is a
// problem.
func (s *Survey) Names(ctx context.Context, operands ...string) (names libpcp.NameList, problems []*report.Problem) {
	if len(operands) == 0 {
		operands = []string{""}
	}
	queries := make([]libpcp.Query, len(operands))
	for i, name := range operands {
		queries[i] = &libpcp.TraverseQuery{Name: name}
	}
	s.C.Batch(ctx, queries...)
	lists := make([]libpcp.NameList, len(operands))
	for i, q := range queries {
		q := q.(*libpcp.TraverseQuery)
		lists[i] = q.Names
		if q.Err != nil {
			problems = append(problems, &report.Problem{Operand: q.Name,
				Failure: report.Failure{Call: "pmTraversePMNS", Err: q.Err}})
		}
	}
	return libpcp.ConcatNames(lists...), problems
}

// Header describes the source of a report.
func Header(ctx context.Context, tool string, s *options.Source, c *libpcp.Context) report.Header {
	src := &report.Source{Host: c.HostName(ctx)}
	switch s.Kind {
	case options.Local:
		src.Kind = "local"
	case options.Archive:
		src.Kind, src.Name = "archive", s.Archives
	default:
		if src.Kind, src.Name = "host", s.Host; s.Kind == options.Undecided {
			src.Name = "local:"
		}
	}
	return report.Header{Tool: tool, Source: src}
}

// Judge tells strict how a metric came out.
func Judge(strict *tool.Strict, m *report.Metric) {
	switch {
	case m.Err != nil && m.Err.Call != "":
		strict.Failure()
	case m.Err != nil || m.Count != nil && *m.Count == 0:
		strict.None()
	default:
		strict.Value()
	}
}
