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

func (a *Archive) instanceName(d libpcp.InDom, inst int32) (string, error) {
	list, err := a.instancesAt(d, a.cur.Now())
	if err != nil {
		return "", err
	}
	if i := findInstance(list, inst); i >= 0 {
		return list[i].Name, nil
	}
	return "", libpcp.ErrInstLog
}

func (a *Archive) instanceID(d libpcp.InDom, name string) (int32, error) {
	list, err := a.instancesAt(d, a.cur.Now())
	if err != nil {
		return libpcp.NullInst, err
	}
	if i := matchInstance(list, name); i >= 0 {
		return list[i].ID, nil
	}
	return libpcp.NullInst, libpcp.ErrInstLog
}

func (a *Archive) allInstances(ctx context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	h, err := a.history(d)
	if err != nil {
		return nil, err
	}
	return h.Instances(ctx)
}

func (a *Archive) anyInstanceName(ctx context.Context, d libpcp.InDom, inst int32) (string, error) {
	h, err := a.history(d)
	if err != nil {
		return "", err
	}
	var name string
	err = h.Everywhere(ctx, func(list []libpcp.Instance) bool {
		i := findInstance(list, inst)
		if i >= 0 {
			name = list[i].Name
		}
		return i >= 0
	})
	return name, err
}

func (a *Archive) anyInstanceID(ctx context.Context, d libpcp.InDom, name string) (int32, error) {
	h, err := a.history(d)
	if err != nil {
		return libpcp.NullInst, err
	}
	id := libpcp.NullInst
	err = h.Everywhere(ctx, func(list []libpcp.Instance) bool {
		i := matchInstance(list, name)
		if i >= 0 {
			id = list[i].ID
		}
		return i >= 0
	})
	return id, err
}

func findInstance(list []libpcp.Instance, inst int32) int {
	return slices.IndexFunc(list, func(i libpcp.Instance) bool { return i.ID == inst })
}

// matchInstance finds an instance by name: one with the very name, or else
// one with a space in its name whose first word the name begins with.
func matchInstance(list []libpcp.Instance, name string) int {
	i := slices.IndexFunc(list, func(i libpcp.Instance) bool { return i.Name == name })
	if i >= 0 {
		return i
	}
	return slices.IndexFunc(list, func(i libpcp.Instance) bool {
		word, _, spaced := strings.Cut(i.Name, " ")
		return spaced && strings.HasPrefix(name, word)
	})
}
