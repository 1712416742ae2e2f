package search

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/libpcp"
)

// A hit is a metric that matches a query.
type hit struct {
	*report.Metric
	score Score
}

// Find returns the metrics among names that match, the best first, with their
// help texts: at most limit, or all if that is 0. If none has all words of the query,
// they are those that have most of them, and all is false. It takes a few round trips.
func (q Query) Find(ctx context.Context, c *libpcp.Context, names libpcp.NameList, limit int, done func(int)) (found []*report.Metric, all bool, err error) {
	s := survey.Survey{C: c, Batch: 256, Done: done, Want: survey.Want{OneLine: true, Help: true}}
	var hits []hit
	err = s.Metrics(ctx, names, func(m *report.Metric) error {
		if m.Err != nil && survey.Disconnected(m.Err.Err) {
			return m.Err.Err
		}
		score := q.Score(m.Name, text(m.OneLine), text(m.Help))
		if m.Err != nil {
			score.name -= inName.whole // nobody has a value of it
		}
		if score.Words > 0 {
			hits = append(hits, hit{m, score})
		}
		if limit > 0 && len(hits) > 4*limit+1000 {
			hits = best(hits, limit)
		}
		return nil
	})
	if f := s.Lost(); f != nil {
		return nil, false, f.Err // there may be others that match
	}
	hits = best(hits, limit)
	for _, h := range hits {
		if h.score.Words == hits[0].score.Words {
			found = append(found, h.Metric)
		}
	}
	return found, len(hits) > 0 && hits[0].score.Words >= len(q.words), err
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// best returns the best hits in order: among those alike the short names, which
// stand for more.
func best(hits []hit, limit int) []hit {
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(a.score.Compare(b.score),
			cmp.Compare(strings.Count(a.Name, "."), strings.Count(b.Name, ".")),
			cmp.Compare(len(a.Name), len(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	if limit > 0 && len(hits) > limit {
		hits = slices.Clone(hits[:limit])
	}
	return hits
}

// AddValues fetches the values of metrics that were found. Each gets its first
// value, and in Count the number of values.
func AddValues(ctx context.Context, c *libpcp.Context, found []*report.Metric, rewind func() error) error {
	names := make([]string, len(found))
	for i, m := range found {
		names[i] = m.Name
	}
	s := survey.Survey{C: c, Batch: 128, Rewind: rewind, Want: survey.Want{Values: true}}
	next := 0
	return s.Metrics(ctx, libpcp.NameListOf(names), func(m *report.Metric) error {
		to := found[next]
		next++
		to.Count, to.Err, to.Time = m.Count, m.Err, m.Time
		if to.Values = m.Values; m.Values != nil {
			to.Values = report.ListOf(firstOf(m.Values)...)
		}
		return nil
	})
}

// firstOf is a copy of the first value of a list, if any.
func firstOf(values *report.List[report.Value]) []report.Value {
	for v := range values.All {
		return []report.Value{v.Copy()}
	}
	return nil
}
