package archive

import (
	"context"
	"slices"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// history finds an instance domain.
func (a *Archive) history(d libpcp.InDom) (*domainHistory, error) {
	if d == libpcp.NullInDom {
		return nil, libpcp.ErrInDom
	}
	if h := a.meta.indoms[d]; h != nil {
		return h, nil
	}
	return nil, libpcp.ErrInDomLog
}

func (a *Archive) instancesNow(d libpcp.InDom) ([]libpcp.Instance, error) {
	h, err := a.history(d)
	if err != nil {
		return nil, err
	}
	return h.at(a.cur.origin)
}

// Instances implements libpcp.Source: the instances of a domain at the
// current time, which after an interpolating fetch is that of the next one.
func (a *Archive) Instances(_ context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	list, err := a.instancesNow(d)
	return slices.Clone(list), err
}

// InstanceName implements libpcp.Source.
func (a *Archive) InstanceName(_ context.Context, d libpcp.InDom, inst int32) (string, error) {
	return a.instanceName(d, inst, a.cur.origin)
}

// InstancesAt implements libpcp.InstanceSeeker.
func (a *Archive) InstancesAt(_ context.Context, d libpcp.InDom, at time.Time) ([]libpcp.Instance, error) {
	h, err := a.history(d)
	if err != nil {
		return nil, err
	}
	list, err := h.at(logfile.StampOf(at))
	return slices.Clone(list), err
}

// InstanceNameAt returns the name of an instance at a point in time, whatever
// the position.
func (a *Archive) InstanceNameAt(_ context.Context, d libpcp.InDom, inst int32, at time.Time) (string, error) {
	return a.instanceName(d, inst, logfile.StampOf(at))
}

func (a *Archive) instanceName(d libpcp.InDom, inst int32, at logfile.Stamp) (string, error) {
	h, err := a.history(d)
	if err != nil {
		return "", err
	}
	list, err := h.at(at)
	if err != nil {
		return "", err
	}
	if i := findInstance(list, inst); i >= 0 {
		return list[i].Name, nil
	}
	return "", libpcp.ErrInstLog
}

// InstanceID implements libpcp.Source.
func (a *Archive) InstanceID(_ context.Context, d libpcp.InDom, name string) (int32, error) {
	list, err := a.instancesNow(d)
	if err != nil {
		return libpcp.NullInst, err
	}
	if i := matchInstance(list, name); i >= 0 {
		return list[i].ID, nil
	}
	return libpcp.NullInst, libpcp.ErrInstLog
}

// AllInstances implements libpcp.Seeker.
func (a *Archive) AllInstances(ctx context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	h, err := a.history(d)
	if err != nil {
		return nil, err
	}
	union, err := h.all(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]libpcp.Instance, len(union))
	for i := range union {
		list[i] = union[i].Instance
	}
	return list, nil
}

// AnyInstanceName implements libpcp.Seeker.
func (a *Archive) AnyInstanceName(ctx context.Context, d libpcp.InDom, inst int32) (string, error) {
	h, err := a.history(d)
	if err != nil {
		return "", err
	}
	var name string
	err = h.everywhere(ctx, func(list []libpcp.Instance) bool {
		i := findInstance(list, inst)
		if i >= 0 {
			name = list[i].Name
		}
		return i >= 0
	})
	return name, err
}

// AnyInstanceID implements libpcp.Seeker.
func (a *Archive) AnyInstanceID(ctx context.Context, d libpcp.InDom, name string) (int32, error) {
	h, err := a.history(d)
	if err != nil {
		return libpcp.NullInst, err
	}
	id := libpcp.NullInst
	err = h.everywhere(ctx, func(list []libpcp.Instance) bool {
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
