package archive

import (
	"context"
	"slices"

	"pcptools/libpcp"
)

// fetch returns values: in the modes ModeForw and ModeBack the values of the next
// record that has one of the metrics, with the instances in recorded order; in
// ModeInterp, values at the current time, to which the interval is
// then added. If all metrics are derived, which no record holds, it returns the
// next record of any metrics.
func (a *Archive) fetch(ctx context.Context, ids []libpcp.PMID, profile *libpcp.Profile) (*libpcp.Result, error) {
	switch {
	case len(ids) == 0:
		return nil, libpcp.ErrTooSmall
	case a.cur.Interpolates():
		return a.interpolate(ctx, ids, profile)
	}
	derived := !slices.ContainsFunc(ids, a.recordable)
	a.wanted.set(ids)
	for marked := false; ; {
		ev, err := a.cur.Advance(ctx)
		if err != nil {
			return nil, err
		}
		if ev.Mark() {
			marked = true
			continue
		}
		if derived || len(a.wanted.records.In(ev.Schema())) > 0 {
			result := a.result(ev.At, len(ids))
			result.Marked = marked
			return result, a.pick(result.Sets, ev, profile)
		}
	}
}

func (a *Archive) interpolate(ctx context.Context, ids []libpcp.PMID, profile *libpcp.Profile) (*libpcp.Result, error) {
	at, err := a.interp.Fetch(ctx, ids, profile)
	if err != nil {
		return nil, err
	}
	result := a.result(at, len(ids))
	result.Marked = a.interp.Values(result.Sets, ids)
	a.shared = a.shared || len(ids) > 1
	return result, nil
}

// recordable reports whether records may have a metric: an ordinary metric, or a
// derived metric that pmlogger has recorded.
func (a *Archive) recordable(id libpcp.PMID) bool {
	_, described := a.meta.Desc(id)
	return described || !id.Derived()
}

// record returns the next record (pmFetchArchive(3)), whole or, unless nil, that
// has any of some metrics. Of other records it reads only which metrics they have.
func (a *Archive) record(ctx context.Context, of []libpcp.PMID) (*libpcp.Result, error) {
	if a.cur.Interpolates() {
		return nil, libpcp.ErrMode
	}
	a.wanted.set(of)
	for {
		ev, err := a.cur.Advance(ctx)
		switch {
		case err != nil:
			return nil, err
		case ev.Mark():
			return a.result(ev.At, 0), nil
		case of == nil:
			result := a.result(ev.At, ev.Schema().Len())
			return result, ev.All(result.Sets)
		case len(a.wanted.records.In(ev.Schema())) > 0:
			result := a.result(ev.At, len(of))
			return result, a.pick(result.Sets, ev, nil)
		}
	}
}
