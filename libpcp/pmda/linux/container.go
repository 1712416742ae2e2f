package linux

import (
	"context"
	"errors"
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmdaroot"
	"pcptools/libpcp/pmda"
)

// container is the container that a request is for, if it is for one, while the
// request lasts.
type container struct {
	root    pmdaroot.Client
	wanted  bool // the request is for one
	first   int  // its first process
	threads [spaceCount]*nsThread
}

// space is a kind of name space that a container may have of its own.
type space int

const (
	netSpace space = iota
	mountSpace
	utsSpace
	spaceCount
)

// spaces are the name spaces that are needed.
type spaces [spaceCount]bool

// An insider is a Source, or Members, with values of the client's container: from
// some of its name spaces. All other values come from the machine, in a container
// too, as in PCP.
type insider interface{ spaces() spaces }

// spacesOf returns the name spaces that the values of a fetch come from.
func spacesOf(r *pmda.Request) (all spaces) {
	for _, id := range r.IDs {
		if m := r.Row(id); m != nil {
			all.add(m.Source)
			if m.InDom != nil {
				all.add(m.InDom.Members)
			}
		}
	}
	return all
}

// add adds the name spaces of an insider.
func (s *spaces) add(x any) {
	if i, ok := x.(insider); ok {
		for space, needed := range i.spaces() {
			s[space] = s[space] || needed
		}
	}
}

// find asks pmdaroot for the container that a request is for.
func (c *container) find(ctx context.Context, r *pmda.Request) (err error) {
	name := r.Client.Attr(pmda.AttrContainer)
	if c.wanted = name != ""; !c.wanted {
		return nil
	}
	c.root.Warn = r.Log.Errorf
	c.first, err = c.root.Process(ctx, name)
	if errors.Is(err, syscall.ENOTCONN) {
		// PCP's agent for the kernel has PCP's own code for this, that for
		// processes the errno; their texts differ.
		return libpcp.ErrNotConn
	}
	return err
}

// before finds the container that a request for values or instances is for, and
// enters it for the whole of a fetch.
func (a *agent) before(ctx context.Context, r *pmda.Request) error {
	c := &a.container
	c.leave()
	c.wanted = false
	switch r.Kind {
	case pmda.KindInstances:
		return c.find(ctx, r)
	case pmda.KindFetch:
		err := c.find(ctx, r)
		if err == nil {
			err = c.enterFor(r)
		}
		if err == nil {
			err = a.needNetstat(r)
		}
		if err != nil {
			c.leave()
		}
		return err
	}
	return nil
}

// listInside lists members as the client's container has them. A fetch has entered
// it before, any other request enters it here.
func listInside[T any](ctx context.Context, r *pmda.Request, needed spaces, domain members[T]) ([]libpcp.Instance, error) {
	c := &of(r).container
	if r.Kind == pmda.KindFetch {
		return domain.set(r).list()
	}
	defer c.leave()
	var err error
	if r.Kind == pmda.KindLabels {
		err = c.find(ctx, r)
	}
	if err == nil {
		err = c.enter(needed)
	}
	switch {
	case err != nil && r.Kind == pmda.KindLabels:
		return nil, nil // a container that is not there has nothing to label
	case err != nil:
		return nil, err
	}
	return domain.set(r).list()
}

// enterFor enters the name spaces that the values of a fetch come from.
func (c *container) enterFor(r *pmda.Request) error {
	if !c.wanted {
		return nil
	}
	return c.enter(spacesOf(r))
}

// enter gets threads in name spaces of the container, if the request names one. As
// in PCP's agent a single space that cannot be entered fails the request with
// EPERM.
func (c *container) enter(needed spaces) error {
	if !c.wanted || needed == (spaces{}) {
		return nil
	}
	p, err := openProcess(c.first)
	if err != nil {
		return err
	}
	defer p.close()
	for s := range spaceCount {
		if needed[s] && err == nil {
			c.threads[s], err = p.enter(s)
		}
	}
	return err
}

// leave ends the threads of enter.
func (c *container) leave() {
	for i, thread := range c.threads {
		if thread != nil {
			thread.leave()
			c.threads[i] = nil
		}
	}
}

// in calls f in a name space of the container, or where the agent is if none is
// wanted.
func (c *container) in(s space, f func()) {
	if thread := c.threads[s]; thread != nil {
		thread.do(f)
		return
	}
	f()
}

// seenFrom returns the path of a file in /proc that describes its reader, or the
// path of the file that describes the thread in a name space of the container. The
// files in $LINUX_STATSPATH describe no threads.
func (m *machine) seenFrom(s space, path string) string {
	thread := m.container.threads[s]
	if thread == nil || m.root != "" {
		return path
	}
	return thread.dir() + strings.TrimPrefix(strings.TrimPrefix(path, "/proc/"), "self/")
}

// netText is the text of a file below /proc/net.
func (m *machine) netText(r *pmda.Request, f *file, path string) []byte {
	return f.of(r, &m.host, m.seenFrom(netSpace, path))
}
