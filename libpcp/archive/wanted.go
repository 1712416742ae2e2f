package archive

import (
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/records"
	"pcptools/libpcp/archive/internal/replay"
)

// wantedIDs are the metrics of a fetch, some of which may be there twice.
type wantedIDs struct {
	ids     []libpcp.PMID
	once    []int // where in ids each is first
	again   []repeat
	records records.Wanted
}

// repeat says that two of a fetch's metrics are the same.
type repeat struct{ first, again int }

// set makes w the metrics of ids; what it knows stays if they are the same as
// before.
func (w *wantedIDs) set(ids []libpcp.PMID) {
	if slices.Equal(w.ids, ids) {
		return
	}
	w.ids, w.once, w.again = append(w.ids[:0], ids...), w.once[:0], w.again[:0]
	w.records.Reset()
	var places map[libpcp.PMID]int
	if len(ids) > 1 {
		places = make(map[libpcp.PMID]int, len(ids))
	}
	for i, id := range ids {
		if first, ok := places[id]; ok {
			w.again = append(w.again, repeat{first, i})
			continue
		}
		if w.once = append(w.once, i); places != nil {
			places[id] = i
		}
		w.records.Add(id)
	}
}

// pick decodes the value sets of a record for the wanted metrics, in their order, into
// empty sets. A metric that is not there has a set without values.
func (a *Archive) pick(sets []libpcp.ValueSet, ev replay.Event, profile *libpcp.Profile) error {
	w := &a.wanted
	values, err := ev.Values()
	if err != nil {
		return err
	}
	for _, m := range w.records.In(ev.Schema()) {
		i := w.once[m.Metric]
		if err := values.Decode(&sets[i], w.ids[i], m.Set); err != nil {
			return err
		}
		a.restrict(&sets[i], w.ids[i], profile)
	}
	for _, r := range w.again {
		sets[r.again], a.shared = sets[r.first], true
	}
	for i, id := range w.ids {
		sets[i].PMID = id
	}
	return nil
}

// restrict removes the instances that a profile leaves out.
func (a *Archive) restrict(s *libpcp.ValueSet, id libpcp.PMID, profile *libpcp.Profile) {
	if profile == nil || !profile.ExcludeAll && len(profile.InDoms) == 0 {
		return
	}
	desc, _ := a.meta.Desc(id)
	if desc.InDom == libpcp.NullInDom {
		return
	}
	s.Values = slices.DeleteFunc(s.Values, func(v libpcp.Value) bool { return !profile.Includes(desc.InDom, v.Inst) })
}
