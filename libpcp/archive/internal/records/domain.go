package records

import (
	"maps"
	"slices"
	"sort"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// Domain is the versions of one instance domain, the oldest first.
type Domain struct {
	versions []domainVersion
	expanded int               // version that list holds, plus one
	list     []libpcp.Instance // of one version
	union    []lifetime        // over all versions, when asked for
	largest  int               // size of the largest version, with union

	report func(logfile.BadDelta)
}

type domainVersion struct {
	at    logfile.Stamp
	delta bool
	where extent
	told  bool // its bad changes were reported
}

func (v *domainVersion) record() (logfile.InDom, error) {
	b, err := v.where.bytes(logfile.TypeInDom2, logfile.TypeInDom3, logfile.TypeInDomDelta)
	if err != nil {
		return logfile.InDom{}, err
	}
	rec, err := logfile.DecodeInDom(b)
	if err == nil && (rec.Len == 0 || rec.At != v.at) {
		err = changed(v.where.file.path, v.where.off, "instance domain has changed")
	}
	return rec, err
}

// Domain is the history of an instance domain, or nil.
func (m *Metadata) Domain(d libpcp.InDom) *Domain { return m.indoms[d] }

// Domains lists the instance domains, sorted.
func (m *Metadata) Domains() []libpcp.InDom { return slices.Sorted(maps.Keys(m.indoms)) }

func (m *Metadata) addInDom(payload []byte, where extent) error {
	rec, err := logfile.DecodeInDom(payload)
	if err != nil || rec.Len == 0 {
		return err
	}
	h := m.indoms[rec.InDom]
	if h == nil {
		h = &Domain{report: m.badDelta}
		m.indoms[rec.InDom] = h
	}
	return h.insert(&rec, domainVersion{at: rec.At, delta: rec.Delta, where: where})
}

// insert puts a version behind the versions that are not later. The last of
// several at the same time counts; a version that repeats another is dropped, and
// the other is made the last.
func (h *Domain) insert(rec *logfile.InDom, v domainVersion) error {
	i := len(h.versions)
	for i > 0 && h.versions[i-1].at.CompareNear(v.at) > 0 {
		i--
	}
	same, err := h.findSame(rec, v, i)
	if err != nil {
		return err
	}
	switch {
	case same == i-1 && same >= 0:
		return nil
	case same >= 0:
		v = h.versions[same]
		h.versions = slices.Delete(h.versions, same, same+1)
		i--
	}
	h.versions = slices.Insert(h.versions, i, v)
	return nil
}

// findSame finds the version before i at the time of v that says the same, or
// returns -1.
func (h *Domain) findSame(rec *logfile.InDom, v domainVersion, i int) (int, error) {
	var content []libpcp.Instance
	for i--; i >= 0 && h.versions[i].at == v.at; i-- {
		old := &h.versions[i]
		if content == nil {
			content = rec.Content()
		}
		other, err := old.record()
		if err != nil {
			return -1, err
		}
		if old.delta == v.delta && slices.Equal(content, other.Content()) {
			return i, nil
		}
	}
	return -1, nil
}

// EachVersion shows the versions, the oldest first, each with all its instances, as
// long as visit wants more.
func (h *Domain) EachVersion(visit func(from logfile.Stamp, list []libpcp.Instance, delta bool) bool) error {
	for i, v := range h.versions {
		list, err := h.expand(i)
		if err != nil {
			return err
		}
		if !visit(v.at, slices.Clone(list), v.delta) {
			break
		}
	}
	return nil
}

// At returns the instances at a time, sorted by identifier.
func (h *Domain) At(t logfile.Stamp) ([]libpcp.Instance, error) {
	i := sort.Search(len(h.versions), func(i int) bool { return h.versions[i].at.CompareNear(t) > 0 })
	if i == 0 {
		return nil, libpcp.ErrInDomLog
	}
	return h.expand(i - 1)
}

// expand returns the instances of a version, going back to the nearest full
// record and forward from there.
func (h *Domain) expand(i int) ([]libpcp.Instance, error) {
	if h.expanded == i+1 {
		return h.list, nil
	}
	full := i
	for full > 0 && h.versions[full].delta && h.expanded != full+1 {
		full--
	}
	for ; full <= i; full++ {
		if h.expanded == full+1 {
			continue
		}
		if err := h.step(full); err != nil {
			return nil, err
		}
	}
	return h.list, nil
}

// step makes list the list of version i; for a delta that is not the first it must be
// the list of version i-1. A change that makes no sense is reported once.
func (h *Domain) step(i int) error {
	rec, err := h.versions[i].record()
	if err != nil {
		h.expanded, h.list = 0, nil
		return err
	}
	switch v := &h.versions[i]; {
	case !rec.Delta:
		h.list = rec.Instances()
	default:
		if i == 0 {
			h.list = nil
		}
		h.list = rec.Apply(h.list, func(b logfile.BadDelta) {
			if !v.told {
				h.report(b)
			}
		})
		v.told = true
	}
	h.expanded = i + 1
	return nil
}
