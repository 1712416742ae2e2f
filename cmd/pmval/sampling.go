package main

import (
	"context"
	"errors"
	"slices"
	"time"

	output "pcptools/cmd/internal/report"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// run takes the samples. Rates begin with one that is not reported.
func (s *structured) run(ctx context.Context) error {
	recorded, rates := s.recorded(), false
	for _, m := range s.series {
		rates = rates || m.Rate
	}
	s.plan = s.p.plan(s.window, recorded)
	s.pace.interval = s.plan.interval
	if err := s.position(recorded); err != nil {
		return err
	}
	for n := 0; s.plan.samples < 0 || n < s.plan.samples; n++ {
		if n > 0 || rates {
			if err := s.baseline(ctx, n, rates); err != nil {
				return ended(err)
			}
		}
		result, err := s.fetch(ctx, recorded)
		if err != nil {
			return ended(err)
		}
		if err := s.write(ctx, result); err != nil {
			return err
		}
	}
	return nil
}

// ended is an error, unless it is the end of the samples.
func ended(err error) error {
	if errors.Is(err, errEnd) {
		return nil
	}
	return err
}

// baseline comes between samples: it waits for the next, after the first of
// rates was taken.
func (s *structured) baseline(ctx context.Context, n int, rates bool) error {
	if n == 0 && rates {
		result, err := s.fetch(ctx, s.recorded())
		if err != nil {
			return err
		}
		s.records(ctx, result)
	}
	if s.p.source.Kind == options.Archive && !s.p.delay {
		return nil
	}
	return s.pace.wait(ctx)
}

// recorded reports whether samples are the records of an archive as they are.
func (s *structured) recorded() bool {
	events := false
	for _, m := range s.series {
		events = events || m.raw.Type.Event()
	}
	return s.p.source.Kind == options.Archive && (s.p.recorded || events)
}

// position goes to where the samples of an archive begin.
func (s *structured) position(recorded bool) error {
	if s.p.source.Kind != options.Archive {
		return nil
	}
	mode, origin, step := libpcp.ModeForw, s.window.Origin, time.Duration(0)
	if !recorded {
		mode, origin, step = libpcp.ModeInterp, origin.Truncate(time.Microsecond), s.plan.step()
	}
	if err := s.survey.C.SetMode(mode, origin, step); err != nil {
		return failure{"pmSetMode", err}
	}
	return nil
}

// fetch takes the values of all metrics, or those in the next record that has
// any of them.
func (s *structured) fetch(ctx context.Context, recorded bool) (*libpcp.Result, error) {
	call := "pmFetch"
	var result *libpcp.Result
	var err error
	if recorded {
		call = "pmFetchArchive"
		result, err = s.fetchRecord(ctx)
	} else {
		result, err = s.survey.C.Fetch(ctx, s.ids)
	}
	switch end := s.window.Finish; {
	case libpcp.Code(err) == libpcp.ErrEOL:
		return nil, errEnd
	case err != nil:
		return nil, failure{call, err}
	case !end.IsZero() && result.Time.After(end):
		return nil, errEnd
	}
	return result, nil
}

func (s *structured) fetchRecord(ctx context.Context) (*libpcp.Result, error) {
	if len(s.ids) == 1 {
		return s.survey.C.FetchRecordOf(ctx, s.ids[0])
	}
	archive, err := s.survey.C.Archive()
	for err == nil {
		var result *libpcp.Result
		if result, err = archive.FetchRecord(ctx); err == nil && (result.Mark() || s.has(result)) {
			return result, nil
		}
	}
	return nil, err
}

// has reports whether a record is about any of the metrics.
func (s *structured) has(r *libpcp.Result) bool {
	return slices.ContainsFunc(r.Sets, func(set libpcp.ValueSet) bool { return s.wanted[set.PMID] })
}

// records makes the records of a sample, of the metrics that it has.
func (s *structured) records(ctx context.Context, r *libpcp.Result) []output.Metric {
	var metrics []output.Metric
	sets := make(map[libpcp.PMID]*libpcp.ValueSet, len(r.Sets))
	for i := range r.Sets {
		if set := &r.Sets[i]; s.wanted[set.PMID] && sets[set.PMID] == nil {
			sets[set.PMID] = set
		}
	}
	for _, m := range s.series {
		if set := sets[m.ID]; set != nil {
			s.survey.Update(m.raw.InDom, set.Values)
			metrics = append(metrics, *m.sample(ctx, &s.survey, *set, r.Time, s.wraps))
		}
	}
	return metrics
}

// write reports a sample, at once.
func (s *structured) write(ctx context.Context, r *libpcp.Result) error {
	sample := &output.Sample{Time: r.Time, Mark: r.Mark()}
	if sample.Mark {
		for _, m := range s.series {
			m.last = nil
		}
	}
	metrics := s.records(ctx, r)
	for _, m := range metrics {
		s.p.strict.Note(m.Values.Len, m.Err != nil)
	}
	sample.Metrics = output.ListOf(metrics...)
	if err := s.enc.Write(sample); err != nil {
		return err
	}
	s.env.Stdout.Flush()
	return s.env.Stdout.Err()
}
