package records

import (
	"cmp"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// A BadDelta is a change of an instance domain that makes no sense after those
// before it: archive.BadDelta.
type BadDelta struct {
	InDom    libpcp.InDom
	Goes     bool
	Change   libpcp.Instance // without a name if it goes
	ChangeAt int             // its place among the changes, by identifier
	Known    libpcp.Instance // the existing instance
	KnownAt  int             // its place in the domain, by identifier
}

// ReportBad has bad deltas reported from now on.
func (h *Domain) ReportBad(to func(BadDelta)) {
	if h.report == nil {
		h.report, h.unverified = to, len(h.versions)
	}
}

// verify reports the bad deltas among the versions from v on, each once and in the
// order of libpcp (C): it goes back from the newest version and, for a delta,
// forward again from the last known version before it.
func (h *Domain) verify(v int) error {
	for ; h.report != nil && h.unverified > v; h.unverified-- {
		if last := h.unverified - 1; h.versions[last].delta && !h.versions[last].verified {
			if err := h.verifyTo(last); err != nil {
				return err
			}
		}
	}
	return nil
}

// verifyTo reports bad changes in a delta, and in the deltas before it up to the
// last known version. Without a full version none is known.
func (h *Domain) verifyTo(last int) error {
	base := last - 1
	for base >= 0 && h.versions[base].delta && !h.versions[base].verified {
		base--
	}
	if base < 0 {
		return nil
	}
	list, err := h.expand(base)
	now := slices.Clone(list)
	for i := base + 1; i <= last; i++ {
		var rec logfile.InDom
		if rec, err = h.versions[i].record(); err != nil {
			break
		}
		now = applyReporting(rec.InDom, rec.Content(), now, h.report)
		h.versions[i].verified = true
	}
	return err
}

// applyReporting makes the changes of a delta to instances, sorted by identifier,
// and reports changes that cannot be made.
func applyReporting(d libpcp.InDom, changes, now []libpcp.Instance, report func(BadDelta)) []libpcp.Instance {
	added := 0 // less what is gone
	for at, change := range changes {
		i, found := slices.BinarySearchFunc(now, change, byID)
		switch goes := change.Name == logfile.Deleted; {
		case found && goes:
			now = slices.Delete(now, i, i+1)
			added--
		case goes:
			report(BadDelta{InDom: d, Goes: true, Change: libpcp.Instance{ID: change.ID}, ChangeAt: at})
		case !found:
			now = slices.Insert(now, i, change)
			added++
		case change.Name != now[i].Name:
			report(BadDelta{InDom: d, Change: change, ChangeAt: at, Known: now[i], KnownAt: i - added})
		}
	}
	return now
}

func byID(a, b libpcp.Instance) int { return cmp.Compare(a.ID, b.ID) }
