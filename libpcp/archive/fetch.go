package archive

import (
	"context"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// Fetch implements libpcp.Source. In the modes ModeForw and ModeBack it
// returns the next record that has one of the metrics, with the instances in
// the order they were recorded in; in ModeInterp, values at the current time,
// to which the interval is then added. Where all metrics are derived, which
// no record has, any record will do.
func (a *Archive) Fetch(ctx context.Context, ids []libpcp.PMID, profile *libpcp.Profile) (*libpcp.Result, error) {
	if len(ids) == 0 {
		return nil, libpcp.ErrTooSmall
	}
	derived := !slices.ContainsFunc(ids, a.recordable)
	result, err := a.fetch(ctx, ids, profile, derived)
	if err == nil && derived {
		result.Changes = libpcp.AgentAdded // as the genuine library's status can be read
	}
	return result, err
}

func (a *Archive) fetch(ctx context.Context, ids []libpcp.PMID, profile *libpcp.Profile, derived bool) (*libpcp.Result, error) {
	if a.mode == libpcp.ModeInterp {
		return a.interpolate(ctx, ids, profile)
	}
	a.wanted.set(ids)
	for {
		ev, err := a.advance(ctx)
		if err != nil {
			return nil, err
		}
		if ev.mark() {
			continue
		}
		if picks := a.wanted.in(ev.shape); len(picks) > 0 || derived {
			result := a.result(ev.at, len(ids))
			return result, a.pick(result.Sets, ev, ids, picks, profile)
		}
	}
}

// recordable reports whether records may have a metric: one that is not
// derived, or that was derived when it was recorded.
func (a *Archive) recordable(id libpcp.PMID) bool {
	_, described := a.meta.descs[id]
	return described || !id.Derived()
}

// FetchRecord implements libpcp.Seeker (pmFetchArchive(3)).
func (a *Archive) FetchRecord(ctx context.Context) (*libpcp.Result, error) {
	if a.mode == libpcp.ModeInterp {
		return nil, libpcp.ErrMode
	}
	ev, err := a.advance(ctx)
	if err != nil {
		return nil, err
	}
	result := newResult(ev.at)
	if !ev.mark() {
		result.Sets, err = ev.all()
	}
	return result, err
}

// advance reads the next record in the direction of replay that is not on
// the wrong side of the current time, which becomes its time.
func (a *Archive) advance(ctx context.Context) (event, error) {
	if err := a.seek(); err != nil {
		return event{}, err
	}
	if err := a.tune(true, nil); err != nil {
		return event{}, err
	}
	forward := a.forward()
	for n := 0; ; n++ {
		if n&0xff == 0xff && ctx.Err() != nil {
			return event{}, ctx.Err()
		}
		ev, err := a.step(forward)
		if err != nil {
			return event{}, err
		}
		if c := ev.at.Compare(a.origin); forward && c >= 0 || !forward && c <= 0 {
			a.origin = ev.at
			return ev, nil
		}
	}
}

// wantedIDs is the metrics of a fetch, and what is known of where records of
// a shape have them.
type wantedIDs struct {
	ids    []libpcp.PMID
	places map[libpcp.PMID]int // of the first of equal ids
	picks  map[*shape][]pick
	single [1]pick
}

// pick says that a value set of a shape is for a metric of the fetch.
type pick struct{ set, id int }

const maxPicks = 1 << 12 // shapes for which picks are remembered

// set makes w the metrics of ids; what it knows stays if they are the same as
// before.
func (w *wantedIDs) set(ids []libpcp.PMID) {
	if slices.Equal(w.ids, ids) {
		return
	}
	w.ids = append(w.ids[:0], ids...)
	clear(w.picks)
	if len(ids) == 1 {
		return
	}
	w.places = make(map[libpcp.PMID]int, len(ids))
	for i := len(ids) - 1; i >= 0; i-- {
		w.places[ids[i]] = i
	}
}

// in finds the metrics in records of a shape.
func (w *wantedIDs) in(s *shape) []pick {
	if len(w.ids) == 1 {
		w.single[0].set = slices.Index(s.ids, w.ids[0])
		return w.single[:min(w.single[0].set+1, 1)]
	}
	picks, known := w.picks[s]
	if !known {
		picks = w.find(s)
		if w.picks == nil || len(w.picks) > maxPicks {
			w.picks = make(map[*shape][]pick)
		}
		w.picks[s] = picks
	}
	return picks
}

// find is in for several metrics; of equal sets of a record the first counts.
func (w *wantedIDs) find(s *shape) []pick {
	var picks []pick
	taken := make([]bool, len(w.ids))
	for i, id := range s.ids {
		if n, ok := w.places[id]; ok && !taken[n] {
			picks = append(picks, pick{i, n})
			taken[n] = true
		}
	}
	return picks
}

// pick decodes the value sets of a record for the metrics ids, in their order,
// into empty sets. A metric that is not there has a set without values.
func (a *Archive) pick(sets []libpcp.ValueSet, ev event, ids []libpcp.PMID, picks []pick, profile *libpcp.Profile) error {
	body, err := ev.volume.body(ev.record)
	if err != nil {
		return err
	}
	pos, set, ok := ev.volume.setsOffset(), 0, false
	for _, p := range picks {
		if pos, ok = logfile.FindSet(ids[p.id], body, pos, p.set-set); !ok {
			return changed(ev.volume.path, ev.off, "record has changed")
		}
		set = p.set
		if !logfile.DecodeSet(&sets[p.id], body, pos) {
			return ev.volume.corrupt(ev.off, "value block out of place")
		}
		a.restrict(&sets[p.id], ids[p.id], profile)
	}
	for i, id := range ids {
		if len(ids) > 1 && a.wanted.places[id] != i {
			sets[i] = sets[a.wanted.places[id]]
		}
		sets[i].PMID = id
	}
	return nil
}

// all decodes all value sets of a record.
func (ev event) all() ([]libpcp.ValueSet, error) {
	body, err := ev.volume.body(ev.record)
	if err != nil {
		return nil, err
	}
	sets := make([]libpcp.ValueSet, len(ev.shape.ids))
	pos := ev.volume.setsOffset()
	for i := range sets {
		if !logfile.DecodeSet(&sets[i], body, pos) {
			return nil, ev.volume.corrupt(ev.off, "value block out of place")
		}
		sets[i].PMID, pos = logfile.SetID(body, pos)
	}
	return sets, nil
}

// restrict removes the instances that a profile leaves out.
func (a *Archive) restrict(s *libpcp.ValueSet, id libpcp.PMID, profile *libpcp.Profile) {
	if profile == nil || !profile.ExcludeAll && len(profile.InDoms) == 0 {
		return
	}
	indom := a.meta.descs[id].InDom
	if indom == libpcp.NullInDom {
		return
	}
	s.Values = slices.DeleteFunc(s.Values, func(v libpcp.Value) bool { return !profile.Includes(indom, v.Inst) })
}
