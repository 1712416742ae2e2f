package derive

import (
	"context"

	"pcptools/libpcp"
)

// evaluation is the computing of derived metrics from one result.
type evaluation struct{ r *libpcp.Result }

func (s *source) newEvaluation(_ context.Context, r *libpcp.Result) *evaluation {
	return &evaluation{r: r}
}

func (e *evaluation) set(id libpcp.PMID, _ *binding) libpcp.ValueSet {
	return libpcp.ValueSet{PMID: id}
}
