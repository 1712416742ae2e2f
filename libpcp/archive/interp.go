package archive

import (
	"context"

	"pcptools/libpcp"
)

type interpolator struct{}

func (p *interpolator) reset(t float64) {}

func (a *Archive) seconds(t stamp) float64 { return 0 }

type shapeUse struct{}

func (a *Archive) interpolate(ctx context.Context, ids []libpcp.PMID, profile *libpcp.Profile) (*libpcp.Result, error) {
	return nil, libpcp.ErrNYI
}
