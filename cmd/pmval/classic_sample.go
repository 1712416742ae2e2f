package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
)

// hasValues reports whether a sample of one metric has any.
func hasValues(r *libpcp.Result) bool {
	return !r.Mark() && r.Sets[0].Err == nil && len(r.Sets[0].Values) > 0
}

// take reports a sample.
func (r *classic) take(ctx context.Context, result *libpcp.Result) error {
	at := moment{result.Time, result.Uncarried}
	if !result.Mark() {
		if r.sampler.over(result.Time) {
			return errEnd
		}
		set := &result.Sets[0]
		r.p.Strict.Note(len(set.Values), set.Err != nil)
	}
	if !hasValues(result) {
		r.writeNone(at, result)
		r.novalues = r.novalues || !r.have
		r.have = false
		return nil
	}
	s := &sample{time: at, set: result.Sets[0]}
	sortByInstance(s.set.Values)
	before := r.have
	if r.have, r.valued = true, true; !before {
		return r.first(ctx, s)
	}
	return r.another(ctx, s)
}

// sortByInstance sorts values, which mostly are in order.
func sortByInstance(values []libpcp.Value) {
	for i := 1; i < len(values); i++ {
		if values[i].Inst < values[i-1].Inst {
			slices.SortStableFunc(values, func(a, b libpcp.Value) int { return cmp.Compare(a.Inst, b.Inst) })
			return
		}
	}
}

// writeNone reports a sample without values, or an interruption of logging.
func (r *classic) writeNone(at moment, result *libpcp.Result) {
	switch {
	case result.Mark():
		r.remark(at, "Archive logging suspended\n")
		r.reporting = false
	case result.Sets[0].Err != nil:
		r.complain(fmt.Sprintf("\n%s: %s: %s\n", r.prog, r.sampler.call(), r.texts.Of(result.Sets[0].Err)))
	case !r.desc.Type.Event():
		r.remark(at, "No values available\n")
	case r.p.verbose:
		r.remark(at, r.spec.Metric+": No values available\n")
	default:
		r.remark(at, "")
	}
}

// first reports the first sample, or the first after a gap: it has no rates yet.
func (r *classic) first(ctx context.Context, s *sample) error {
	if !r.singular() && !r.desc.Type.Event() {
		r.table.writeLabels()
	}
	if !r.sampler.rates {
		return r.write(ctx, s)
	}
	if r.novalues || r.reporting {
		r.remark(s.time, "No values available\n")
	}
	r.novalues = false
	note(&r.last, s, r.desc.Type)
	return nil
}

// another reports a sample that follows one with values.
func (r *classic) another(ctx context.Context, s *sample) error {
	if r.all && r.unlisted(s.set.Values) {
		if err := r.listInstances(ctx); err != nil {
			return err
		}
		if !r.desc.Type.Event() {
			r.table.writeLabels()
		}
	}
	return r.write(ctx, s)
}

// write writes a sample.
func (r *classic) write(ctx context.Context, s *sample) error {
	r.reporting = true
	if r.desc.Type.Event() {
		r.writeEvents(ctx, s)
		return nil
	}
	var err error
	if r.sampler.rates {
		err = r.table.writeRates(&r.last, s)
		note(&r.last, s, r.desc.Type)
	} else {
		err = r.table.writeValues(s)
	}
	if err != nil {
		r.complain(r.prog + ":" + err.Error() + "\n")
		return tool.Exit(1)
	}
	return nil
}
