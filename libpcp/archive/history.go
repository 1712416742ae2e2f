package archive

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"time"

	"pcptools/libpcp"
)

// InDomVersion is the state of an instance domain from a time on.
type InDomVersion struct {
	From      time.Time
	Instances []libpcp.Instance // sorted by identifier
	Delta     bool              // recorded as the difference from the version before
}

// LabelVersion is the state of label sets from a time on.
type LabelVersion struct {
	From time.Time
	Sets []libpcp.LabelSet
}

// InDoms lists the instance domains that the metadata describe, sorted.
func (a *Archive) InDoms() []libpcp.InDom { return slices.Sorted(maps.Keys(a.meta.indoms)) }

// InDomHistory returns an iterator over the versions of an instance domain, the
// oldest first, each with all its instances. It ends with the first error, which
// is ErrInDomLog for a domain that the metadata do not describe.
func (a *Archive) InDomHistory(d libpcp.InDom) iter.Seq2[InDomVersion, error] {
	return func(yield func(InDomVersion, error) bool) {
		h, err := a.history(d)
		if err != nil {
			yield(InDomVersion{}, err)
			return
		}
		for i, v := range h.versions {
			list, err := h.expand(i)
			if err != nil {
				yield(InDomVersion{}, err)
				return
			}
			if !yield(InDomVersion{v.at.Time(), slices.Clone(list), v.delta}, nil) {
				return
			}
		}
	}
}

// LabelIDs lists the identifiers of all label sets, sorted by class and
// identifier.
func (a *Archive) LabelIDs() []libpcp.LabelID {
	return slices.SortedFunc(maps.Keys(a.meta.labels), func(x, y libpcp.LabelID) int {
		return cmp.Or(cmp.Compare(x.Class, y.Class), cmp.Compare(x.Ident, y.Ident))
	})
}

// LabelHistory returns an iterator over the versions of the label sets with an
// identifier, the oldest first. Sets that repeat those before are left out, as
// libpcp (C) leaves them out when it opens the archive. It ends with the first
// error.
func (a *Archive) LabelHistory(id libpcp.LabelID) iter.Seq2[LabelVersion, error] {
	return func(yield func(LabelVersion, error) bool) {
		h := a.labelHistory(id)
		for i := range h {
			sets, err := h[i].load()
			if err != nil {
				yield(LabelVersion{}, err)
				return
			}
			if !yield(LabelVersion{h[i].at.Time(), slices.Clone(sets)}, nil) {
				return
			}
		}
	}
}

// TextIDs lists the identifiers of all help texts, sorted by identifier and
// kind.
func (a *Archive) TextIDs() []libpcp.TextID {
	return slices.SortedFunc(maps.Keys(a.meta.texts), func(x, y libpcp.TextID) int {
		return cmp.Or(cmp.Compare(x.Ident, y.Ident), cmp.Compare(x.Kind, y.Kind))
	})
}
