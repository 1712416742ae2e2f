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
		result := ev.at.result()
		if ev.mark() {
			return result, nil
		}
		if picks := a.wanted.in(ev.shape); len(picks) > 0 {
			result.Sets, err = a.pick(ev, ids, picks, nil)
			return result, err
		}
	}
}
