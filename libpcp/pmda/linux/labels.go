package linux

import (
	"context"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// labels supplies those of instances.
func (a *agent) labels(ctx context.Context, r *pmda.Request, id libpcp.LabelID) (pmda.Labels, error) {
	if id.Class != libpcp.LabelInstances {
		return pmda.Labels{}, nil
	}
	switch pmda.Serial0 + pmda.Serial(libpcp.InDom(id.Ident).Serial()) {
	case cpuInDom:
		return pmda.Labels{JSON: `{"cpu":` + strconv.Itoa(int(r.Inst)) + `}`}, nil
	case nodeInDom:
		return pmda.Labels{JSON: `{"numa_node":` + strconv.Itoa(int(r.Inst)) + `}`}, nil
	}
	return pmda.Labels{}, nil
}
