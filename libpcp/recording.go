package libpcp

import (
	"context"
	"errors"
	"iter"
	"time"

	"pcptools/libpcp/internal/recycled"
)

// A Recording is a Context over an archive, with the requests that only archives
// answer.
type Recording struct{ *Context }

// recorded reports whether the source is an archive, which is asked once.
func (c *Context) recorded() bool {
	if c.recording == nil && !c.live {
		if c.live = !IsRecording(c.src); !c.live {
			c.recording = &Recording{c}
		}
	}
	return !c.live
}

// Recording returns the requests that only archives answer, or ErrNotArchive.
func (c *Context) Recording() (*Recording, error) {
	if !c.recorded() {
		return nil, ErrNotArchive
	}
	return c.recording, nil
}

// SetMode sets how an archive is replayed, and where the next Fetch is (pmSetMode(3)):
// at origin, or at the present position if origin is the zero Time. With ModeInterp
// each fetch moves the position by delta, backwards if delta is negative; ModeForw
// and ModeBack return values as recorded, and ignore delta. A live context
// accepts ModeLive only; other modes are ErrMode.
func (c *Context) SetMode(ctx context.Context, mode Mode, origin time.Time, delta time.Duration) error {
	switch {
	case c.recorded():
		q := SetModeQuery{Mode: mode, Origin: origin, Delta: delta}
		c.src.Ask(ctx, &q)
		return q.Err
	case mode == ModeLive:
		return nil
	}
	return ErrMode
}

// Label returns the label of the (first) archive.
func (r *Recording) Label() (LogLabel, error) {
	var q LogLabelQuery
	r.src.Ask(context.Background(), &q)
	return q.Label, q.Err
}

// End is the time of the last record (pmGetArchiveEnd(3)).
func (r *Recording) End(ctx context.Context) (time.Time, error) {
	var q LogEndQuery
	r.src.Ask(ctx, &q)
	return q.End, q.Err
}

// FetchRecord returns the whole of the next record in the current direction
// (pmFetchArchive(3)).
func (r *Recording) FetchRecord(ctx context.Context) (*Result, error) {
	return r.nextRecord(ctx, nil)
}

// AllInstances, AnyInstanceName and AnyInstanceID are the instance domain
// requests over the whole archive rather than at the current time
// (pmGetInDomArchive(3), pmNameInDomArchive(3), pmLookupInDomArchive(3)).
func (r *Recording) AllInstances(ctx context.Context, d InDom) ([]Instance, error) {
	q := AllInstancesQuery{InDom: d}
	r.src.Ask(ctx, &q)
	return q.Instances, q.Err
}

// AnyInstanceName names an instance; see AllInstances.
func (r *Recording) AnyInstanceName(ctx context.Context, d InDom, inst int32) (string, error) {
	q := AnyInstanceNameQuery{InDom: d, Inst: inst}
	r.src.Ask(ctx, &q)
	return q.Name, q.Err
}

// AnyInstanceID finds an instance by name; see AllInstances.
func (r *Recording) AnyInstanceID(ctx context.Context, d InDom, name string) (int32, error) {
	q := AnyInstanceIDQuery{InDom: d, Name: name}
	if r.src.Ask(ctx, &q); q.Err != nil {
		return NullInst, q.Err
	}
	return q.Inst, nil
}

// InstancesAt returns the instances of a domain at a time in an archive, such as
// the time of a result: [Context.Instances] returns the instances at the position,
// which after an interpolating fetch is the time of the next fetch.
func (c *Context) InstancesAt(ctx context.Context, d InDom, at time.Time) ([]Instance, error) {
	q := InstancesAtQuery{InDom: d, At: at}
	c.src.Ask(ctx, &q)
	return q.Instances, q.Err
}

// FetchRecordOf returns the next record of an archive that holds a metric,
// with that metric's set only and all its instances, or the next mark
// (pmFetchArchive(3), repeated).
func (c *Context) FetchRecordOf(ctx context.Context, id PMID) (*Result, error) {
	return c.nextRecord(ctx, &id)
}

// nextRecord returns the whole next record, or the next of a metric.
func (c *Context) nextRecord(ctx context.Context, of *PMID) (*Result, error) {
	k := c.record
	if c.record = nil; k == nil {
		k = new(kept[RecordQuery])
		k.list = [2]Query{&k.memory, &k.query}
	}
	k.query = RecordQuery{}
	if of != nil {
		k.ids[0] = *of
		k.query.Of = k.ids[:]
	}
	c.src.Ask(ctx, k.queries(&c.spare)...)
	r, err := k.query.Result, k.query.Err
	k.query, k.memory, c.record = RecordQuery{}, recycled.Query{}, k
	return r, err
}

// Records iterates over the records of an archive from its position, in the
// direction of its mode (pmFetchArchive(3)). A mark is a result without sets.
// The end of the log ends the iteration; an error is its last element. A program that
// reads many records and keeps none takes less than half the time with
// [Context.Recycle].
func (c *Context) Records(ctx context.Context) iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		archive, err := c.Recording()
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
