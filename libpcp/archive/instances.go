package archive

import (
	"context"
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/records"
	"pcptools/libpcp/internal/logfile"
)

// history finds an instance domain.
func (a *Archive) history(d libpcp.InDom) (*records.Domain, error) {
	if d == libpcp.NullInDom {
		return nil, libpcp.ErrInDom
	}
	if h := a.meta.Domain(d); h != nil {
		return h, nil
	}
	return nil, libpcp.ErrInDomLog
}

// instancesAt returns the instances of a domain at a time. The list is not to be
// changed.
func (a *Archive) instancesAt(d libpcp.InDom, at logfile.Stamp) ([]libpcp.Instance, error) {
	h, err := a.history(d)
	if err != nil {
		return nil, err
	}
	return h.At(at)
}

// instances returns the instances at a time, in a list that the caller owns. After
// an interpolating fetch the current time is the time of the next fetch.
func (a *Archive) instances(d libpcp.InDom, at logfile.Stamp) ([]libpcp.Instance, error) {
	list, err := a.instancesAt(d, at)
	return slices.Clone(list), err
}

// instance finds an instance at the current time.
func (a *Archive) instance(d libpcp.InDom, find finder) (libpcp.Instance, error) {
	list, err := a.instancesAt(d, a.cur.Now())
	if err == nil {
		if i := find(list); i >= 0 {
			return list[i], nil
		}
		err = libpcp.ErrInstLog
	}
	return libpcp.Instance{ID: libpcp.NullInst}, err
}

// anyInstance finds an instance at any time, at the latest first.
func (a *Archive) anyInstance(ctx context.Context, d libpcp.InDom, find finder) (libpcp.Instance, error) {
	h, err := a.history(d)
	if err != nil {
		return libpcp.Instance{ID: libpcp.NullInst}, err
	}
	return h.Find(ctx, find)
}

func (a *Archive) allInstances(ctx context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	h, err := a.history(d)
	if err != nil {
		return nil, err
	}
	return h.Instances(ctx)
}

// A finder finds an instance in a list, or returns -1.
type finder func([]libpcp.Instance) int

func byID(inst int32) finder {
	return func(list []libpcp.Instance) int {
		return slices.IndexFunc(list, func(i libpcp.Instance) bool { return i.ID == inst })
	}
}

// byName finds an instance with the very name, or else one with a space in its name
// whose first word the name begins with.
func byName(name string) finder {
	return func(list []libpcp.Instance) int {
		if i := slices.IndexFunc(list, func(i libpcp.Instance) bool { return i.Name == name }); i >= 0 {
			return i
		}
		return slices.IndexFunc(list, func(i libpcp.Instance) bool {
			word, _, spaced := strings.Cut(i.Name, " ")
			return spaced && strings.HasPrefix(name, word)
		})
	}
}
