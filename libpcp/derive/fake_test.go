package derive

import (
	"context"
	"slices"
	"strings"
	"time"

	"pcptools/libpcp"
)

// fake is a Source in memory that counts the requests it gets.
type fake struct {
	names    []string // in traversal order
	descs    []libpcp.Desc
	sets     map[libpcp.PMID]libpcp.ValueSet
	insts    map[libpcp.InDom][]libpcp.Instance
	now      time.Time
	changes  libpcp.StateChange // reported by fetches
	requests int
	fetched  []libpcp.PMID // by the last Fetch
}

func (f *fake) Ask(_ context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.LookupQuery:
			q.Replies = f.lookup(q.Names)
		case *libpcp.NamesQuery:
			q.Names, q.Err = f.namesOf(q.ID)
		case *libpcp.ChildrenQuery:
			q.Children, q.Err = f.children(q.Name)
		case *libpcp.TraverseQuery:
			var names []string
			names, q.Err = f.traverse(q.Name)
			q.Names = libpcp.NameListOf(names)
		case *libpcp.DescsQuery:
			q.Replies = f.describe(q.IDs)
		case *libpcp.InstancesQuery:
			q.Instances, q.Err = f.instances(q.InDom)
		case *libpcp.InstanceNameQuery:
			q.Name, q.Err = f.instanceName(q.InDom, q.Inst)
		case *libpcp.InstanceIDQuery:
			q.Inst, q.Err = f.instanceID(q.InDom, q.Name)
		case *libpcp.TextQuery:
			q.Text, q.Err = f.text(q.ID)
		case *libpcp.LabelsQuery:
			q.Sets, q.Err = f.labels(q.ID)
		case *libpcp.FetchQuery:
			q.Result, q.Err = f.fetch(q.IDs, q.Profile)
		case *libpcp.HostNameQuery:
			q.Name, q.Err = "fake.example", nil
		case *libpcp.TimezoneQuery:
			q.Zone, q.Err = "UTC", nil
		default:
			q.Decline()
		}
	}
}

func (f *fake) lookup(names []string) []libpcp.LookupReply {
	f.requests++
	replies := make([]libpcp.LookupReply, len(names))
	for i, name := range names {
		replies[i] = libpcp.LookupReply{ID: libpcp.NullPMID, Err: libpcp.ErrName}
		if n := slices.Index(f.names, name); n >= 0 {
			replies[i] = libpcp.LookupReply{ID: f.descs[n].PMID}
		}
	}
	return replies
}

func (f *fake) namesOf(id libpcp.PMID) ([]string, error) {
	f.requests++
	for i, d := range f.descs {
		if d.PMID == id {
			return []string{f.names[i]}, nil
		}
	}
	return nil, libpcp.ErrPMID
}

func (f *fake) children(name string) ([]libpcp.Child, error) {
	f.requests++
	var children []libpcp.Child
	for _, full := range f.names {
		rest, ok := below(full, name)
		if !ok || rest == "" {
			continue
		}
		first, _, deeper := strings.Cut(rest, ".")
		if !slices.ContainsFunc(children, func(c libpcp.Child) bool { return c.Name == first }) {
			children = append(children, libpcp.Child{Name: first, Leaf: !deeper})
		}
	}
	if children == nil && !slices.Contains(f.names, name) {
		return nil, libpcp.ErrName
	}
	return children, nil
}

func (f *fake) traverse(name string) ([]string, error) {
	f.requests++
	var found []string
	for _, full := range f.names {
		if _, ok := below(full, name); ok {
			found = append(found, full)
		}
	}
	if found == nil {
		return nil, libpcp.ErrName
	}
	return found, nil
}

func (f *fake) describe(ids []libpcp.PMID) []libpcp.DescReply {
	f.requests++
	replies := make([]libpcp.DescReply, len(ids))
	for i, id := range ids {
		replies[i].Err = libpcp.ErrPMID
		for _, d := range f.descs {
			if d.PMID == id {
				replies[i] = libpcp.DescReply{Desc: d}
			}
		}
	}
	return replies
}

func (f *fake) instances(d libpcp.InDom) ([]libpcp.Instance, error) {
	f.requests++
	if f.insts[d] == nil {
		return nil, libpcp.ErrInDom
	}
	return f.insts[d], nil
}

func (f *fake) instanceName(d libpcp.InDom, inst int32) (string, error) {
	f.requests++
	for _, i := range f.insts[d] {
		if i.ID == inst {
			return i.Name, nil
		}
	}
	return "", libpcp.ErrInst
}

func (f *fake) instanceID(d libpcp.InDom, name string) (int32, error) {
	f.requests++
	for _, i := range f.insts[d] {
		if i.Name == name {
			return i.ID, nil
		}
	}
	return libpcp.NullInst, libpcp.ErrInst
}

func (f *fake) text(libpcp.TextID) (string, error) {
	f.requests++
	return "a text", nil
}

func (f *fake) labels(libpcp.LabelID) ([]libpcp.LabelSet, error) {
	f.requests++
	return nil, nil
}

func (f *fake) fetch(ids []libpcp.PMID, profile *libpcp.Profile) (*libpcp.Result, error) {
	f.requests++
	f.fetched = ids
	r := &libpcp.Result{Time: f.now, Changes: f.changes}
	for _, id := range ids {
		set, ok := f.sets[id]
		if !ok {
			set.Err = libpcp.ErrPMID
		}
		set.PMID = id
		r.Sets = append(r.Sets, set)
	}
	return r, nil
}

func (f *fake) Close() error { return nil }

// batching is a fake that takes batches, each counted as one request.
type batching struct{ fake }

func (b *batching) Ask(ctx context.Context, queries ...libpcp.Query) {
	before := b.requests
	if b.fake.Ask(ctx, queries...); b.requests > before {
		b.requests = before + 1
	}
}

// recorded is a fake archive.
type recorded struct{ fake }

func (r *recorded) Ask(ctx context.Context, queries ...libpcp.Query) {
	libpcp.AskExcept(ctx, &r.fake, queries, func(q libpcp.Query) bool {
		_, ok := q.(*libpcp.LogLabelQuery)
		return ok
	})
}
