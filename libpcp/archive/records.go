package archive

import (
	"context"

	"pcptools/libpcp"
)

var _ libpcp.RecordSeeker = (*Archive)(nil)

// FetchRecordOf implements libpcp.RecordSeeker: of other records it looks at
// no more than which metrics they have.
func (a *Archive) FetchRecordOf(ctx context.Context, id libpcp.PMID) (*libpcp.Result, error) {
	if a.mode == libpcp.ModeInterp {
		return nil, libpcp.ErrMode
	}
	ids := []libpcp.PMID{id}
	a.wanted.set(ids)
	for {
		ev, err := a.advance(ctx)
		if err != nil {
			return nil, err
		}
		if ev.mark() {
			return newResult(ev.at), nil
		}
		if picks := a.wanted.in(ev.shape); len(picks) > 0 {
			result := a.result(ev.at, 1)
			return result, a.pick(result.Sets, ev, ids, picks, nil)
		}
	}
}
