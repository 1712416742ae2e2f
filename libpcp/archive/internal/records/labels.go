package records

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"sort"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// LabelHistory is the records for one class and identifier, oldest first.
type LabelHistory []labelVersion

type labelVersion struct {
	at    logfile.Stamp
	where extent
	sets  []libpcp.LabelSet // once compared with older ones
}

func (v *labelVersion) load() ([]libpcp.LabelSet, error) {
	if v.sets != nil {
		return v.sets, nil
	}
	b, err := v.where.bytes(logfile.TypeLabels2, logfile.TypeLabels3)
	if err != nil {
		return nil, err
	}
	rec, err := logfile.DecodeLabels(b)
	if err == nil && rec.At != v.at {
		err = changed(v.where.file.path, v.where.off, "labels have changed")
	}
	return rec.Sets, err
}

func (m *Metadata) addLabels(payload []byte, where extent) error {
	rec, err := logfile.CheckLabels(payload)
	if err != nil {
		return err
	}
	h := m.labels[rec.ID]
	i := len(h) // of several at the same time the first counts
	for i > 0 && h[i-1].at.CompareNear(rec.At) >= 0 {
		i--
	}
	if i < len(h) && h[i].at == rec.At && h[i].where.length == len(payload) {
		payload = bytes.Clone(payload)
		if old, err := h[i].where.bytes(logfile.TypeLabels2, logfile.TypeLabels3); err != nil || bytes.Equal(old, payload) {
			return err
		}
	}
	m.labels[rec.ID] = slices.Insert(h, i, labelVersion{at: rec.At, where: where})
	return nil
}

// reduceLabels drops what repeats an older version, as happens after each
// archive of a list.
func (m *Metadata) reduceLabels() error {
	for id, h := range m.labels {
		if len(h) < 2 {
			continue
		}
		whole := id.Class == libpcp.LabelInstances && !m.reduceSets
		reduced, err := h.reduce(whole)
		if err != nil {
			return err
		}
		m.labels[id] = reduced
	}
	return nil
}

// reduce compares each version with the one before it and keeps the sets that
// differ, or, as a whole, a version that differs; versions left without any go.
func (h LabelHistory) reduce(whole bool) (LabelHistory, error) {
	kept := h[:0:0]
	var older []libpcp.LabelSet
	for i := range h {
		sets, err := h[i].load()
		if err != nil {
			return nil, err
		}
		left := slices.DeleteFunc(slices.Clone(sets), func(s libpcp.LabelSet) bool {
			return slices.ContainsFunc(older, func(o libpcp.LabelSet) bool { return sameLabels(&s, &o) })
		})
		if whole && (len(left) > 0 || len(sets) != len(older)) {
			left = sets
		}
		older = sets
		if len(left) > 0 || i == 0 {
			h[i].sets = left
			kept = append(kept, h[i])
		}
	}
	return kept, nil
}

// At returns the sets at a time.
func (h LabelHistory) At(t logfile.Stamp) ([]libpcp.LabelSet, error) {
	i := sort.Search(len(h), func(i int) bool { return h[i].at.CompareNear(t) > 0 })
	if i == 0 {
		return nil, nil
	}
	return h[i-1].load()
}

// EachVersion shows the versions, the oldest first, as long as visit wants more.
func (h LabelHistory) EachVersion(visit func(from logfile.Stamp, sets []libpcp.LabelSet) bool) error {
	for i := range h {
		sets, err := h[i].load()
		if err != nil {
			return err
		}
		if !visit(h[i].at, slices.Clone(sets)) {
			break
		}
	}
	return nil
}

// Labels returns the versions of the label sets with an identifier; the set of the
// context has none.
func (m *Metadata) Labels(id libpcp.LabelID) LabelHistory {
	if id.Class == libpcp.LabelContext {
		id.Ident = uint32(libpcp.NullPMID)
	}
	return m.labels[id]
}

// LabelIDs lists the identifiers of all label sets, sorted by class and identifier.
func (m *Metadata) LabelIDs() []libpcp.LabelID {
	return slices.SortedFunc(maps.Keys(m.labels), func(x, y libpcp.LabelID) int {
		return cmp.Or(cmp.Compare(x.Class, y.Class), cmp.Compare(x.Ident, y.Ident))
	})
}

func sameLabels(a, b *libpcp.LabelSet) bool {
	if a.Inst != b.Inst || len(a.Labels) != len(b.Labels) || a.Err != b.Err {
		return false
	}
	return !slices.ContainsFunc(a.Labels, func(l libpcp.Label) bool {
		return !slices.ContainsFunc(b.Labels, func(o libpcp.Label) bool {
			return l.Name == o.Name && l.Value == o.Value
		})
	})
}
