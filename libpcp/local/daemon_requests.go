package local

import (
	"context"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/daemon"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmns"
)

// request puts a request of a client to a program.
func request[T any](d *daemonServer, c *pmda.Client, f func(*daemon.Link) (T, error)) (T, error) {
	var t T
	l, err := d.ready(c)
	if err == nil {
		t, err = f(l)
		d.settle()
	}
	return t, err
}

func (d *daemonServer) Fetch(_ context.Context, c *pmda.Client, ids []libpcp.PMID, _ *libpcp.Profile) ([]libpcp.ValueSet, error) {
	return request(d, c, func(l *daemon.Link) ([]libpcp.ValueSet, error) {
		sets, changes, err := l.Fetch(c.Number, ids)
		d.changes |= changes
		return sets, err
	})
}

func (d *daemonServer) Store(_ context.Context, c *pmda.Client, sets []libpcp.ValueSet) error {
	_, err := request(d, c, func(l *daemon.Link) (struct{}, error) { return struct{}{}, l.Store(c.Number, sets) })
	return err
}

func (d *daemonServer) Desc(_ context.Context, c *pmda.Client, id libpcp.PMID) (libpcp.Desc, error) {
	return request(d, c, func(l *daemon.Link) (libpcp.Desc, error) { return l.Desc(c.Number, id) })
}

func (d *daemonServer) Instances(_ context.Context, c *pmda.Client, dom libpcp.InDom) ([]libpcp.Instance, error) {
	return request(d, c, func(l *daemon.Link) ([]libpcp.Instance, error) { return l.Instances(c.Number, dom) })
}

func (d *daemonServer) InstanceName(_ context.Context, c *pmda.Client, dom libpcp.InDom, inst int32) (string, error) {
	return request(d, c, func(l *daemon.Link) (string, error) { return l.InstanceName(c.Number, dom, inst) })
}

func (d *daemonServer) InstanceID(_ context.Context, c *pmda.Client, dom libpcp.InDom, name string) (int32, error) {
	return request(d, c, func(l *daemon.Link) (int32, error) { return l.InstanceID(c.Number, dom, name) })
}

// Text returns a help text. As with a pmcd, the short text replaces a missing
// long one.
func (d *daemonServer) Text(_ context.Context, c *pmda.Client, id libpcp.TextID) (string, error) {
	return request(d, c, func(l *daemon.Link) (string, error) {
		text, err := l.Text(c.Number, id)
		if id.Kind&libpcp.TextHelp == 0 || err == nil && text != "" || err != nil && err != libpcp.ErrText {
			return text, err
		}
		id.Kind = id.Kind&^libpcp.TextHelp | libpcp.TextOneLine
		if short, shortErr := l.Text(c.Number, id); shortErr == nil {
			return short, nil
		}
		return text, err
	})
}

// Labels returns labels. An agent returns labels of the instances in its last
// profile, so Labels first sends a profile with all instances.
func (d *daemonServer) Labels(_ context.Context, c *pmda.Client, id libpcp.LabelID, _ *libpcp.Profile) ([]libpcp.LabelSet, error) {
	return request(d, c, func(l *daemon.Link) ([]libpcp.LabelSet, error) {
		if id.Class == libpcp.LabelInstances {
			l.Profile(c.Number, nil)
			d.profiled = false
		}
		sets, err := l.Labels(c.Number, id)
		if dso := d.agent.Command.DSO; dso != "" && id.Class == libpcp.LabelDomain && err == nil && len(sets) == 0 {
			sets = []libpcp.LabelSet{agentLabel(dso)}
		}
		return sets, err
	})
}

// agentLabel is the label of an agent that has none itself.
func agentLabel(name string) libpcp.LabelSet {
	label := libpcp.Label{Name: "agent", Value: quote(name), Flags: uint8(libpcp.LabelDomain)}
	return libpcp.LabelSet{Inst: libpcp.NullInst, Labels: []libpcp.Label{label}}
}

// names are the static names of the agent, if any.
func (d *daemonServer) names() *pmns.Tree {
	if names := d.agent.Command.Names; names != nil && !d.named {
		d.tree, d.named = names(), true
	}
	return d.tree
}

// static reports whether a name is known without asking the agent.
func (d *daemonServer) static(name string) bool {
	tree := d.names()
	return tree != nil && !tree.Dynamic(name)
}

func (d *daemonServer) Lookup(_ context.Context, c *pmda.Client, name string) (libpcp.PMID, error) {
	if d.static(name) {
		return d.tree.Lookup(name)
	}
	return request(d, c, func(l *daemon.Link) (libpcp.PMID, error) { return l.Lookup(c.Number, name) })
}

func (d *daemonServer) Names(_ context.Context, c *pmda.Client, id libpcp.PMID) ([]string, error) {
	if tree := d.names(); tree != nil {
		if names, err := tree.Names(id); err == nil {
			return names, nil
		}
	}
	return request(d, c, func(l *daemon.Link) ([]string, error) { return l.Names(c.Number, id) })
}

func (d *daemonServer) Children(_ context.Context, c *pmda.Client, name string) ([]libpcp.Child, error) {
	if d.static(name) {
		return d.tree.Children(name)
	}
	return request(d, c, func(l *daemon.Link) ([]libpcp.Child, error) { return l.Children(c.Number, name) })
}

func (d *daemonServer) Traverse(_ context.Context, c *pmda.Client, name string) ([]string, error) {
	if !d.static(name) {
		return d.traverse(c, name)
	}
	static, err := d.tree.Traverse(name)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, name := range static {
		if below, err := d.traverse(c, name); d.tree.Dynamic(name) && err == nil {
			all = append(all, below...)
		} else {
			all = append(all, name)
		}
	}
	return slices.Clip(all), nil
}

func (d *daemonServer) traverse(c *pmda.Client, name string) ([]string, error) {
	return request(d, c, func(l *daemon.Link) ([]string, error) { return l.Traverse(c.Number, name) })
}
