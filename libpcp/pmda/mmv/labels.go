package mmv

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/mmvfile"
	"pcptools/libpcp/pmda"
)

// labels gathers the labels of files, in their order.
func (a *agent) labels(_ context.Context, r *pmda.Request, id libpcp.LabelID) (pmda.Labels, error) {
	var all pmda.Labels
	last := &all
	for _, f := range a.files {
		for i := range f.Labels {
			if l := &f.Labels[i]; f.labels(l, r, id) {
				if text, ok := a.labelText(l); ok {
					last.More = &text
					last = last.More
				}
			}
		}
	}
	return all, nil
}

// labels reports whether a label is one of what id names.
func (f *file) labels(l *mmvfile.Label, r *pmda.Request, id libpcp.LabelID) bool {
	if l.Flags&uint32(id.Class) == 0 {
		return false
	}
	switch id.Class {
	case libpcp.LabelCluster:
		cluster := libpcp.PMID(id.Ident).Cluster()
		return cluster == f.cluster && l.Identity == cluster
	case libpcp.LabelItem:
		pmid := libpcp.PMID(id.Ident)
		return pmid.Cluster() == f.cluster && l.Identity == pmid.Item()
	case libpcp.LabelInDom:
		return f.isDomain(l, r, id)
	case libpcp.LabelInstances:
		return f.isDomain(l, r, id) && l.Inst == r.Inst
	}
	return false
}

func (f *file) isDomain(l *mmvfile.Label, r *pmda.Request, id libpcp.LabelID) bool {
	return libpcp.InDom(id.Ident) == libpcp.NewInDom(r.Domain, serial(f, l.Identity))
}

// labelText is the text of a label, unless the label is invalid.
func (a *agent) labelText(l *mmvfile.Label) (pmda.Labels, bool) {
	if set, err := a.parseLabels(l.JSON, 0); err != nil || len(set.Labels) == 0 {
		return pmda.Labels{}, false
	}
	if l.Flags&libpcp.LabelOptional != 0 {
		return pmda.Labels{Notes: l.JSON}, true
	}
	return pmda.Labels{JSON: l.JSON}, true
}
