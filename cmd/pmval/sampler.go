package main

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"pcptools/cmd/internal/pipeline"
	"pcptools/libpcp"
)

// A sampler takes samples of metrics: it fetches them from a live source or,
// interpolated, from an archive, or reads the records of an archive that have
// them.
type sampler struct {
	plan
	c      *libpcp.Context
	ids    []libpcp.PMID
	places map[libpcp.PMID]int       // of these, the first of equal ones; nil for a single metric
	usable func(*libpcp.Result) bool // whether a sample has values; nil for always
	asked  *libpcp.FetchQuery        // the first sample, if it was taken already
	brief  bool                      // a sample is valid only until the next one is asked for

	control *control // determines the times of samples; nil for the plan
	pace    pacer    // waits for the time of samples

	taken [2]*libpcp.Result // the latest samples, the last one last
}

// sample has the sampler take samples of several metrics from now on.
func (s *sampler) sample(ids []libpcp.PMID) {
	s.ids, s.places = ids, make(map[libpcp.PMID]int, len(ids))
	for i, id := range slices.Backward(ids) {
		s.places[id] = i
	}
}

// errEnd is the end of an archive.
var errEnd = errors.New("end of samples")

// all returns the samples in order: from the origin of the plan, all or as many as
// planned, with pauses between them. An error is the last element. A sample is
// valid until the second one after it is asked for, unless brief.
//
// Where values are rates, the first sample with values, and the first after a
// gap, only serves to compute the next, and does not count. No pause
// follows on a sample that begins a gap; one more follows on each of the rest
// of the gap, as pmval(1) does it.
func (s *sampler) all(ctx context.Context) iter.Seq2[*libpcp.Result, error] {
	if s.control != nil {
		return s.controlled(ctx)
	}
	return func(yield func(*libpcp.Result, error) bool) {
		if err := s.pace.Join(ctx, s.plan.pause(), s.samples < 0); err != nil {
			yield(nil, err)
			return
		}
		compare := false // the next sample has values to compare with
		for n := 0; s.samples < 0 || n < s.samples; {
			result, err := s.next(ctx, compare)
			if err == errEnd || !yield(result, err) || err != nil {
				return
			}
			before := compare
			compare = s.usable == nil || s.usable(result)
			if !compare && !before {
				if err := s.pause(ctx); err != nil {
					yield(nil, err)
					return
				}
			}
			if before || !compare || !s.rates {
				n++
			}
		}
	}
}

// next takes a sample, after a pause if there should be one.
func (s *sampler) next(ctx context.Context, pause bool) (*libpcp.Result, error) {
	if pause {
		if err := s.pause(ctx); err != nil {
			return nil, err
		}
	}
	s.giveBack()
	s.taken[0], s.taken[1] = s.taken[1], nil
	err := s.pace.Within(ctx, s.take)
	switch {
	case err == nil:
		return s.taken[1], nil
	case libpcp.Code(err) == libpcp.ErrEOL:
		return nil, errEnd
	}
	return nil, failure{s.call(), err}
}

// giveBack lets the source use the memory of a sample again that is no longer
// valid.
func (s *sampler) giveBack() {
	old := &s.taken[0]
	if s.brief {
		old = &s.taken[1]
	}
	if *old != nil {
		s.c.Recycle(*old)
		*old = nil
	}
}

// take gets the latest sample from the source.
func (s *sampler) take(ctx context.Context) (err error) {
	latest := &s.taken[1]
	switch q := s.asked; {
	case q != nil:
		s.asked, *latest, err = nil, q.Result, q.Err
	case !s.recorded:
		*latest, err = s.c.Fetch(ctx, s.ids)
	case len(s.ids) == 1:
		*latest, err = s.c.FetchRecordOf(ctx, s.ids[0])
	default:
		*latest, err = s.takeRecord(ctx)
	}
	return err
}

// takeRecord returns the next record that has any of several metrics, or the
// next mark.
func (s *sampler) takeRecord(ctx context.Context) (*libpcp.Result, error) {
	archive, err := s.c.Recording()
	if err != nil {
		return nil, err
	}
	wanted := func(set libpcp.ValueSet) bool {
		_, wanted := s.places[set.PMID]
		return wanted
	}
	for {
		result, err := archive.FetchRecord(ctx)
		if err != nil || result.Mark() || slices.ContainsFunc(result.Sets, wanted) {
			return result, err
		}
		s.c.Recycle(result)
	}
}

// pauses reports whether time passes between samples.
func (s *sampler) pauses() bool { return s.plan.pause() > 0 || s.control != nil }

// pause waits for the time of the next sample.
func (s *sampler) pause(ctx context.Context) error {
	if s.plan.pause() == 0 {
		return nil
	}
	return s.pace.Wait(ctx)
}

// A pacer has samples taken an interval apart, each within a time.
type pacer interface {
	Join(ctx context.Context, interval time.Duration, endless bool) error
	Wait(context.Context) error
	Within(ctx context.Context, sample func(context.Context) error) error
}

// pauses are the pace of PCP's pmval: after each sample the whole interval passes.
type pauses struct{ interval time.Duration }

func (p *pauses) Join(_ context.Context, interval time.Duration, _ bool) error {
	p.interval = interval
	return nil
}

func (p *pauses) Wait(ctx context.Context) error {
	_, err := pipeline.Until(ctx, time.Now().Add(p.interval), nil)
	return err
}

func (p *pauses) Within(ctx context.Context, sample func(context.Context) error) error {
	return sample(ctx)
}
