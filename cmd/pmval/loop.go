package main

import (
	"context"
	"errors"

	"pcptools/libpcp"
)

// progress is what the loop over the samples remembers.
type progress struct {
	have      *sample // the previous sample, from which rates are computed
	pair      [2]sample
	novalues  bool // a sample without values came before the first with some
	reporting bool // something was reported since logging was last suspended
	pace      pacer
}

// loop reports samples until there are no more, or as many as were asked for.
func (r *report) loop(ctx context.Context) error {
	r.pace.interval = r.interval
	for n := 0; r.samples < 0 || n < r.samples; n++ {
		switch err := r.pass(ctx); {
		case errors.Is(err, errEnd):
			return nil
		case err != nil:
			return err
		case r.out.Err() != nil:
			return r.out.Err()
		}
	}
	return nil
}

// pass is one turn of the loop: a first sample, or another after an interval.
// For a rate it takes both.
func (r *report) pass(ctx context.Context) error {
	if r.have == nil {
		done, err := r.first(ctx)
		if done || err != nil {
			return err
		}
	}
	if r.live() || r.p.delay {
		r.out.Flush()
		if err := r.out.Err(); err != nil {
			return err
		}
		if err := r.pace.wait(ctx); err != nil {
			return err
		}
	}
	if r.have == nil {
		return nil
	}
	return r.another(ctx)
}

// first takes a sample after none, or after a gap. It reports whether the
// pass ends with it.
func (r *report) first(ctx context.Context) (done bool, err error) {
	s, err := r.next(ctx)
	if err != nil {
		return true, err
	}
	if s == nil {
		r.novalues = true
		return false, nil
	}
	r.have = s
	if !r.singular() && !r.desc.Type.Event() {
		r.writeLabels()
	}
	if !r.rates() || r.desc.Type.Event() {
		return true, r.write(ctx, nil, s)
	}
	if r.novalues || r.reporting {
		r.writeRemark(s.time, "No values available\n")
	}
	r.novalues = false
	return false, nil
}

// another takes the next sample.
func (r *report) another(ctx context.Context) error {
	s, err := r.next(ctx)
	if err != nil || s == nil {
		r.have = nil
		return err
	}
	if r.all && r.unlisted(s.set.Values) {
		if err := r.listInstances(ctx); err != nil {
			return err
		}
		if !r.desc.Type.Event() {
			r.writeLabels()
		}
	}
	prev := r.have
	r.have = s
	return r.write(ctx, prev, s)
}

// unlisted reports whether values, in order, are of instances without a
// column.
func (r *report) unlisted(values []libpcp.Value) bool {
	at := 0
	for i := range values {
		for at < len(r.columns) && r.columns[at].ID < values[i].Inst {
			at++
		}
		if at == len(r.columns) || r.columns[at].ID != values[i].Inst {
			return true
		}
	}
	return false
}

// write reports a sample.
func (r *report) write(ctx context.Context, prev, s *sample) error {
	r.reporting = true
	switch {
	case r.desc.Type.Event():
		r.writeEvents(ctx, s)
		return nil
	case r.rates():
		return r.writeRates(prev, s)
	}
	r.writeValues(s)
	return nil
}
