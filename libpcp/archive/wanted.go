package archive

import (
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/records"
	"pcptools/libpcp/archive/internal/replay"
)

// wantedIDs are the metrics of a fetch, and their known positions in records of a
// schema.
type wantedIDs struct {
	ids    []libpcp.PMID
	places map[libpcp.PMID]int // of the first of equal ids
	picks  map[*records.Schema][]pick
	single [1]pick
}

// pick says that a value set of a schema is for a metric of the fetch.
type pick struct{ set, id int }

const maxPicks = 1 << 12 // schemas for which picks are remembered

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

// in finds the metrics in records of a schema.
func (w *wantedIDs) in(s *records.Schema) []pick {
	if len(w.ids) == 1 {
		w.single[0].set = s.Find(w.ids[0])
		return w.single[:min(w.single[0].set+1, 1)]
	}
	picks, known := w.picks[s]
	if !known {
		picks = w.find(s)
		if w.picks == nil || len(w.picks) > maxPicks {
			w.picks = make(map[*records.Schema][]pick)
		}
		w.picks[s] = picks
	}
	return picks
}

// find is in for several metrics; of equal sets of a record the first counts.
func (w *wantedIDs) find(s *records.Schema) []pick {
	var picks []pick
	taken := make([]bool, len(w.ids))
	for i, id := range s.IDs() {
		if n, ok := w.places[id]; ok && !taken[n] {
			picks = append(picks, pick{i, n})
			taken[n] = true
		}
	}
	return picks
}

// pick decodes the value sets of a record for the metrics ids, in their order,
// into empty sets. A metric that is not there has a set without values.
func (a *Archive) pick(sets []libpcp.ValueSet, ev replay.Event, ids []libpcp.PMID, picks []pick, profile *libpcp.Profile) error {
	values, err := ev.Values()
	if err != nil {
		return err
	}
	for _, p := range picks {
		if err := values.Decode(&sets[p.id], ids[p.id], p.set); err != nil {
			return err
		}
		a.restrict(&sets[p.id], ids[p.id], profile)
	}
	for i, id := range ids {
		if len(ids) > 1 && a.wanted.places[id] != i {
			sets[i], a.shared = sets[a.wanted.places[id]], true
		}
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
