package sample

import (
	"context"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// labels supplies the labels that are not in the tables.
func (a *agent) labels(_ context.Context, r *pmda.Request, id libpcp.LabelID) (pmda.Labels, error) {
	switch id.Class {
	case libpcp.LabelCluster:
		return clusterLabels(libpcp.PMID(id.Ident)), nil
	case libpcp.LabelItem:
		return a.itemLabels(libpcp.PMID(id.Ident)), nil
	case libpcp.LabelInstances:
		return instanceLabels(r, libpcp.InDom(id.Ident)), nil
	}
	return pmda.Labels{}, nil
}

func clusterLabels(id libpcp.PMID) pmda.Labels {
	if id.Cluster() != 0 {
		return pmda.Labels{}
	}
	return pmda.Labels{JSON: `{"cluster":"zero"}`}
}

// itemLabels report whether values to be written were.
func (a *agent) itemLabels(id libpcp.PMID) pmda.Labels {
	changed, ok := a.changed(id.Item())
	if !ok || id.Cluster() != 0 {
		return pmda.Labels{}
	}
	return pmda.Labels{Notes: `{"changed":` + strconv.FormatBool(changed) + `}`}
}

func instanceLabels(r *pmda.Request, d libpcp.InDom) pmda.Labels {
	switch d {
	case r.InDom(binDomain), r.InDom(scrambled):
		return pmda.Labels{JSON: `{"bin":` + strconv.Itoa(int(r.Inst)) + `}`}
	case r.InDom(mirages):
		return pmda.Labels{JSON: `{"transient":` + strconv.FormatBool(r.Inst != 0) + `}`}
	}
	return pmda.Labels{}
}
