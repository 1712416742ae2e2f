package libpcp

import (
	"context"
	"errors"
	"iter"
)

// A RecordSeeker is a Seeker that can find the records of a metric without
// reading the others.
type RecordSeeker interface {
	// FetchRecordOf returns the next record in the current direction that
	// holds a metric, with that metric's set only, or the next mark.
	FetchRecordOf(ctx context.Context, id PMID) (*Result, error)
}

// FetchRecordOf returns the next record of an archive that holds a metric,
// with that metric's set only and all its instances, or the next mark
// (pmFetchArchive(3), repeated).
func (c *Context) FetchRecordOf(ctx context.Context, id PMID) (*Result, error) {
	archive, err := c.Archive()
	if err != nil {
		return nil, err
	}
	if s, ok := archive.(RecordSeeker); ok {
		return s.FetchRecordOf(ctx, id)
	}
	for {
		r, err := archive.FetchRecord(ctx)
		if err != nil || r.Mark() {
			return r, err
		}
		for i := range r.Sets {
			if r.Sets[i].PMID == id {
				r.Sets = r.Sets[i : i+1 : i+1]
				return r, nil
			}
		}
	}
}

// Records iterates over the records of an archive from its position, in the
// direction of its mode (pmFetchArchive(3)). A mark is a result without sets.
// The end of the log ends the iteration; an error is its last element.
func (c *Context) Records(ctx context.Context) iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		archive, err := c.Archive()
		if err != nil {
			yield(nil, err)
			return
		}
		for {
			r, err := archive.FetchRecord(ctx)
			if errors.Is(err, ErrEOL) || !yield(r, err) || err != nil {
				return
			}
		}
	}
}
