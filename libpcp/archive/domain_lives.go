package archive

import (
	"cmp"
	"context"
	"slices"

	"pcptools/libpcp"
)

// lifetime is one instance of a domain over the whole archive: the first and
// the last version of the domain that has it.
type lifetime struct {
	libpcp.Instance
	first, last int
}

// all returns every instance a domain ever had: those of the newest version
// first, in the order of their identifiers, each with its newest name.
func (h *domainHistory) all(ctx context.Context) ([]lifetime, error) {
	if h.union != nil {
		return h.union, nil
	}
	seen := make(map[int32]int)
	var union []lifetime
	for v := range h.versions {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		list, err := h.expand(v)
		if err != nil {
			return nil, err
		}
		h.largest = max(h.largest, len(list))
		union = mergeVersion(union, seen, list, v)
	}
	slices.SortFunc(union, func(a, b lifetime) int {
		return cmp.Or(cmp.Compare(b.last, a.last), cmp.Compare(a.ID, b.ID))
	})
	h.union = union
	return union, nil
}

// mergeVersion notes that version v has the instances of list; seen holds where in
// union an instance is.
func mergeVersion(union []lifetime, seen map[int32]int, list []libpcp.Instance, v int) []lifetime {
	for _, inst := range list {
		i, ok := seen[inst.ID]
		switch {
		case !ok:
			seen[inst.ID] = len(union)
			union = append(union, lifetime{inst, v, v})
		case union[i].last != v:
			union[i].Instance, union[i].last = inst, v
		}
	}
	return union
}

// everywhere calls match with the versions of a domain, the newest first,
// until it finds something.
func (h *domainHistory) everywhere(ctx context.Context, match func([]libpcp.Instance) bool) error {
	for v := len(h.versions) - 1; v >= 0; v-- {
		if err := ctx.Err(); err != nil {
			return err
		}
		list, err := h.expand(v)
		if err != nil {
			return err
		}
		if match(list) {
			return nil
		}
	}
	return libpcp.ErrInstLog
}
