package records

import (
	"cmp"
	"context"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// lifetime is one instance of a domain over the whole archive: the first and
// the last version of the domain that has it.
type lifetime struct {
	libpcp.Instance
	first, last int32
}

// lives returns every instance a domain ever had: the instances of the newest
// version first, in the order of their identifiers, each with its newest name.
func (h *Domain) lives(ctx context.Context) ([]lifetime, error) {
	if h.union != nil {
		return h.union, nil
	}
	var seen map[int32]int32
	var union []lifetime
	for v := range h.versions {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		list, err := h.expand(v)
		if err != nil {
			return nil, err
		}
		if v == 0 { // which mostly has most of them
			seen, union = make(map[int32]int32, len(list)), make([]lifetime, 0, len(list))
		}
		h.largest = max(h.largest, len(list))
		union = mergeVersion(union, seen, list, int32(v))
	}
	slices.SortFunc(union, func(a, b lifetime) int {
		return cmp.Or(cmp.Compare(b.last, a.last), cmp.Compare(a.ID, b.ID))
	})
	h.union = union
	return union, nil
}

// Instances lists every instance a domain ever had, as lives does.
func (h *Domain) Instances(ctx context.Context) ([]libpcp.Instance, error) {
	union, err := h.lives(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]libpcp.Instance, len(union))
	for i := range union {
		list[i] = union[i].Instance
	}
	return list, nil
}

// Count is the number of instances that a domain ever had.
func (h *Domain) Count(ctx context.Context) (int, error) {
	union, err := h.lives(ctx)
	return len(union), err
}

// EachLife calls visit with every instance a domain ever had, as lives does, and with
// the times between which it is listed, or was not yet replaced; ever says that it is
// listed to the end. It returns the size of the largest version.
func (h *Domain) EachLife(ctx context.Context, visit func(inst int32, from, until logfile.Stamp, ever bool)) (largest int, err error) {
	union, err := h.lives(ctx)
	if err != nil {
		return 0, err
	}
	for i := range union {
		life, until, ever := &union[i], logfile.Stamp{}, true
		if int(life.last)+1 < len(h.versions) {
			until, ever = h.versions[life.last+1].at, false
		}
		visit(life.ID, h.versions[life.first].at, until, ever)
	}
	return h.largest, nil
}

// mergeVersion notes that version v has the instances of list; seen holds where in
// union an instance is.
func mergeVersion(union []lifetime, seen map[int32]int32, list []libpcp.Instance, v int32) []lifetime {
	for _, inst := range list {
		i, ok := seen[inst.ID]
		switch {
		case !ok:
			seen[inst.ID] = int32(len(union))
			union = append(union, lifetime{inst, v, v})
		case union[i].last != v:
			union[i].Instance, union[i].last = inst, v
		}
	}
	return union
}

// Find returns the instance that find finds in the newest version in which it finds one.
func (h *Domain) Find(ctx context.Context, find func([]libpcp.Instance) int) (libpcp.Instance, error) {
	none := libpcp.Instance{ID: libpcp.NullInst}
	for v := len(h.versions) - 1; v >= 0; v-- {
		if err := ctx.Err(); err != nil {
			return none, err
		}
		list, err := h.expand(v)
		if err != nil {
			return none, err
		}
		if i := find(list); i >= 0 {
			return list[i], nil
		}
	}
	return none, libpcp.ErrInstLog
}
