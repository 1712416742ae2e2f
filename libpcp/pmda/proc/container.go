package proc

import (
	"context"

	"pcptools/libpcp/pmda"
)

// findContainer finds the control group of the container that a client sees,
// for each request, since containers come and go.
func (a *agent) findContainer(ctx context.Context, r *pmda.Request) error {
	if r.Kind != pmda.KindFetch && r.Kind != pmda.KindInstances {
		return nil
	}
	name := r.Client.Attr(pmda.AttrContainer)
	if name == "" {
		return nil
	}
	a.containers.Warn = r.Log.Errorf
	cgroup, err := a.containers.Cgroup(ctx, name)
	a.views.Of(r.Client).container = cgroup
	return err
}

// containerOfClient is the control group of the container that a client sees,
// "" for all.
func (a *agent) containerOfClient(r *pmda.Request) string {
	if r.Client.Attr(pmda.AttrContainer) == "" {
		return ""
	}
	return a.views.Of(r.Client).container
}

// inContainer lists the processes of a container, or their threads, from where
// PCP looks for them, which has the root of the machine twice.
func (a *agent) inContainer(r *pmda.Request, cgroup string, threads bool) []int32 {
	mounts := a.mountList(r)
	for _, m := range mounts {
		if !m.unified && m.has("memory") {
			return a.inGroup(a.root+m.dir+"/"+cgroup, threads)
		}
	}
	for _, m := range mounts {
		if m.unified {
			return a.inGroup(a.root+m.dir+"/machine.slice/"+cgroup, threads)
		}
	}
	return nil
}
