package archive

import (
	"context"
	"slices"

	"pcptools/libpcp"
)

// Fetch implements libpcp.Source. In the modes ModeForw and ModeBack it
// returns the next record that has one of the metrics, with the instances in
// the order they were recorded in; in ModeInterp, values at the current time,
// to which the interval is then added. If all metrics are derived, which no
// record holds, it returns the next record of any metrics.
func (a *Archive) Fetch(ctx context.Context, ids []libpcp.PMID, profile *libpcp.Profile) (result *libpcp.Result, err error) {
	if len(ids) == 0 {
		return nil, libpcp.ErrTooSmall
	}
	derived := !slices.ContainsFunc(ids, a.recordable)
	err = a.call(ctx, func() error {
		result, err = a.fetch(ids, profile, derived)
		return err
	})
	if err == nil && derived {
		result.Changes = libpcp.AgentAdded // as libpcp (C)'s status can be read
	}
	return result, err
}

func (a *Archive) fetch(ids []libpcp.PMID, profile *libpcp.Profile, derived bool) (*libpcp.Result, error) {
	if a.cur.mode == libpcp.ModeInterp {
		return a.interpolate(ids, profile)
	}
	a.wanted.set(ids)
	for {
		ev, err := a.cur.advance()
		if err != nil {
			return nil, err
		}
		if ev.mark() {
			continue
		}
		if picks := a.wanted.in(ev.schema); len(picks) > 0 || derived {
			result := a.result(ev.at, len(ids))
			return result, a.pick(result.Sets, ev, ids, picks, profile)
		}
	}
}

func (a *Archive) interpolate(ids []libpcp.PMID, profile *libpcp.Profile) (*libpcp.Result, error) {
	at, err := a.interp.seek(ids, profile)
	if err != nil {
		return nil, err
	}
	result := a.result(at, len(ids))
	a.interp.values(result.Sets, ids)
	return result, nil
}

// recordable reports whether records may have a metric: one that is not
// derived, or that was derived when it was recorded.
func (a *Archive) recordable(id libpcp.PMID) bool {
	_, described := a.meta.descs[id]
	return described || !id.Derived()
}

// FetchRecord implements libpcp.Seeker (pmFetchArchive(3)).
func (a *Archive) FetchRecord(ctx context.Context) (result *libpcp.Result, err error) {
	if a.cur.mode == libpcp.ModeInterp {
		return nil, libpcp.ErrMode
	}
	err = a.call(ctx, func() error {
		result, err = a.record()
		return err
	})
	return result, err
}

// record is the next record whole.
func (a *Archive) record() (*libpcp.Result, error) {
	ev, err := a.cur.advance()
	if err != nil {
		return nil, err
	}
	result := newResult(ev.at)
	if !ev.mark() {
		result.Sets, err = ev.all()
	}
	return result, err
}

var (
	_ libpcp.RecordSeeker   = (*Archive)(nil)
	_ libpcp.InstanceSeeker = (*Archive)(nil)
)

// FetchRecordOf implements libpcp.RecordSeeker: of other records it reads only
// which metrics they have.
func (a *Archive) FetchRecordOf(ctx context.Context, id libpcp.PMID) (result *libpcp.Result, err error) {
	if a.cur.mode == libpcp.ModeInterp {
		return nil, libpcp.ErrMode
	}
	err = a.call(ctx, func() error {
		result, err = a.recordOf(id)
		return err
	})
	return result, err
}

// recordOf is the next record that has a metric, or the next mark.
func (a *Archive) recordOf(id libpcp.PMID) (*libpcp.Result, error) {
	ids := []libpcp.PMID{id}
	a.wanted.set(ids)
	for {
		ev, err := a.cur.advance()
		if err != nil {
			return nil, err
		}
		if ev.mark() {
			return newResult(ev.at), nil
		}
		if picks := a.wanted.in(ev.schema); len(picks) > 0 {
			result := a.result(ev.at, 1)
			return result, a.pick(result.Sets, ev, ids, picks, nil)
		}
	}
}
