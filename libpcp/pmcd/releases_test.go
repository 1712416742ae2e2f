package pmcd_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/world"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

// TestNewerReleases sends each kind of request, of many sizes, to PCP's pmcds
// of newer releases, which refuse requests that are longer than they need be.
func TestNewerReleases(t *testing.T) {
	for _, version := range []string{"6.3.8", "7.2.2"} {
		t.Run(version, func(t *testing.T) {
			in := need.Tree(t, version)
			w := world.StartWith(t, world.Options{Tree: in})
			c, err := pmcd.Dial(t.Context(), "unix:"+w.Socket)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			requests{t, t.Context(), sourcetest.Direct(c)}.all()
		})
	}
}

// requests sends them. What is wrong with a request is ErrIPC, and nothing else
// is.
type requests struct {
	*testing.T
	ctx context.Context
	*sourcetest.Caller
}

func (r requests) check(err error, format string, args ...any) {
	r.Helper()
	if errors.Is(err, libpcp.ErrIPC) {
		r.Errorf("%v: "+format, append([]any{err}, args...)...)
	}
}

func (r requests) all() {
	names, err := r.Traverse(r.ctx, "")
	if err != nil || len(names) < 500 {
		r.Fatalf("%d names, %v", len(names), err)
	}
	ids := r.lookup(names)
	r.descriptors(names, ids)
	r.names(names, ids)
	r.values(ids)
	indoms := r.instances(ids)
	r.textsAndLabels(ids, indoms)
	// It is still the same connection.
	if got := r.lookup(names[:3]); got[2] != ids[2] {
		r.Errorf("afterwards: %v", got)
	}
}

// lookup returns the identifiers of names that exist.
func (r requests) lookup(names []string) []libpcp.PMID {
	r.Helper()
	ids := make([]libpcp.PMID, len(names))
	for i, reply := range r.Lookup(r.ctx, names) {
		if reply.Err != nil {
			r.Fatalf("%s: %v", names[i], reply.Err)
		}
		ids[i] = reply.ID
	}
	return ids
}

// descriptors compares those of a batch, for which there is one request, with
// those asked for one by one.
func (r requests) descriptors(names []string, ids []libpcp.PMID) {
	batch := r.Descs(r.ctx, ids)
	good := 0
	for i, id := range ids {
		single := r.Descs(r.ctx, []libpcp.PMID{id})[0]
		r.check(single.Err, "descriptor of %s", names[i])
		r.check(batch[i].Err, "descriptor of %s in a batch", names[i])
		if batch[i].Desc != single.Desc || (batch[i].Err == nil) != (single.Err == nil) {
			r.Errorf("%s: %v in a batch, else %v", names[i], batch[i], single)
		}
		if batch[i].Err == nil {
			good++
		}
	}
	if good < len(ids)*9/10 {
		r.Errorf("%d of %d metrics have descriptors", good, len(ids))
	}
	for n := range 9 {
		for i, reply := range r.Descs(r.ctx, ids[:n]) {
			if reply.Desc != batch[i].Desc {
				r.Errorf("%s: %v in a batch of %d", names[i], reply, n)
			}
		}
	}
}

func (r requests) names(names []string, ids []libpcp.PMID) {
	for n := 1; n <= 9; n++ {
		if got := r.lookup(names[:n]); got[n-1] != ids[n-1] {
			r.Errorf("%d names: %v", n, got)
		}
	}
	for n := range 12 {
		name := strings.Repeat("x", n+1)
		r.check(r.Lookup(r.ctx, []string{name})[0].Err, "name %s", name)
		_, err := r.Children(r.ctx, name)
		r.check(err, "children of %s", name)
		_, err = r.Traverse(r.ctx, name)
		r.check(err, "names below %s", name)
	}
	for _, id := range ids[:20] {
		if all, err := r.Names(r.ctx, id); err != nil || len(all) == 0 {
			r.Errorf("names of %v: %v, %v", id, all, err)
		}
	}
}

// values fetches with profiles of many sizes.
func (r requests) values(ids []libpcp.PMID) {
	bin := r.lookup([]string{"sample.bin"})
	d := r.Descs(r.ctx, bin)[0].Desc
	for n := range 9 {
		var profile libpcp.Profile
		if err := profile.Del(d.InDom); err != nil {
			r.Fatal(err)
		}
		for i := range n {
			if err := profile.Add(d.InDom, int32(100*(i+1))); err != nil {
				r.Fatal(err)
			}
		}
		result, err := r.Fetch(r.ctx, bin, &profile)
		if err != nil || len(result.Sets[0].Values) != n {
			r.Errorf("a profile of %d instances: %v, %v", n, result, err)
		}
		if _, err := r.Fetch(r.ctx, ids[:n+1], new(libpcp.Profile)); err != nil {
			r.Errorf("%d metrics: %v", n+1, err)
		}
	}
}

func (r requests) instances(ids []libpcp.PMID) []libpcp.InDom {
	var indoms []libpcp.InDom
	seen := make(map[libpcp.InDom]bool)
	for _, reply := range r.Descs(r.ctx, ids) {
		if d := reply.Desc.InDom; reply.Err == nil && d != libpcp.NullInDom && !seen[d] {
			seen[d] = true
			indoms = append(indoms, d)
		}
	}
	found := 0
	for _, d := range indoms {
		list, err := r.Instances(r.ctx, d)
		r.check(err, "instances of %v", d)
		for _, inst := range list {
			name, err := r.InstanceName(r.ctx, d, inst.ID)
			r.check(err, "instance %d of %v", inst.ID, d)
			_, err = r.InstanceID(r.ctx, d, inst.Name)
			r.check(err, "instance %q of %v", inst.Name, d)
			if name == inst.Name {
				found++
			}
		}
	}
	if found < 50 {
		r.Errorf("%d instances found", found)
	}
	for n := range 20 {
		name := strings.Repeat("y", n)
		_, err := r.InstanceID(r.ctx, indoms[0], name)
		r.check(err, "instance %q", name)
	}
	return indoms
}

func (r requests) textsAndLabels(ids []libpcp.PMID, indoms []libpcp.InDom) {
	texts := 0
	text := func(kind libpcp.TextKind, id uint32) {
		got, err := r.Text(r.ctx, libpcp.TextID{Kind: kind, Ident: id})
		r.check(err, "text %v of %d", kind, id)
		if got != "" {
			texts++
		}
	}
	labels := func(class libpcp.LabelClass, id uint32) {
		_, err := r.Labels(r.ctx, libpcp.LabelID{Class: class, Ident: id})
		r.check(err, "labels %v of %d", class, id)
	}
	for _, id := range ids {
		text(libpcp.TextPMID|libpcp.TextOneLine, uint32(id))
		text(libpcp.TextPMID|libpcp.TextHelp, uint32(id))
		labels(libpcp.LabelItem, uint32(id))
		labels(libpcp.LabelCluster, uint32(id))
	}
	for _, d := range indoms {
		text(libpcp.TextInDom|libpcp.TextOneLine, uint32(d))
		labels(libpcp.LabelInDom, uint32(d))
		labels(libpcp.LabelInstances, uint32(d))
	}
	labels(libpcp.LabelContext, uint32(libpcp.NullPMID))
	labels(libpcp.LabelDomain, 29)
	if texts < 500 {
		r.Errorf("%d help texts", texts)
	}
}
