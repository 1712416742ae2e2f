package libpcp

import "context"

// Optional interfaces are looked for in a Source itself, never in one behind
// it: a wrapper that does not have one behaves as if no source had, and one
// that has decides what is asked of the source behind. The functions below
// are how to ask, and how a wrapper forwards.

// A Storer can change values (pmStore(3)): the sets of a Result, each with one
// value or more. Without it the error is ErrNotHost.
type Storer interface {
	Store(ctx context.Context, r *Result) error
}

// Store changes values in src, or returns ErrNotHost if it is no Storer.
func Store(ctx context.Context, src Source, r *Result) error {
	if r == nil {
		return ErrTooSmall
	}
	if s, ok := src.(Storer); ok {
		return s.Store(ctx, r)
	}
	return ErrNotHost
}

// A Reconnector can re-establish a lost connection, with a back-off of its
// own (pmReconnectContext(3)).
type Reconnector interface {
	Reconnect(ctx context.Context) error
}

// Reconnect re-establishes the connection of src if it is a Reconnector;
// otherwise it does nothing.
func Reconnect(ctx context.Context, src Source) error {
	if r, ok := src.(Reconnector); ok {
		return r.Reconnect(ctx)
	}
	return nil
}

// A Duplicator can open the same source once more (pmDupContext(3)). Without
// it the error is ErrNYI.
type Duplicator interface {
	Duplicate(ctx context.Context) (Source, error)
}

// Duplicate opens src once more, or returns ErrNYI if it is no Duplicator.
func Duplicate(ctx context.Context, src Source) (Source, error) {
	if d, ok := src.(Duplicator); ok {
		return d.Duplicate(ctx)
	}
	return nil, ErrNYI
}

// A Recycler can reuse the memory of results for later ones.
type Recycler interface {
	// Recycle takes back a result of the source; neither it nor anything in it
	// is referred to any more.
	Recycle(r *Result)
}

// Recycle returns the memory of a result to src, if src is a Recycler.
func Recycle(src Source, r *Result) {
	if s, ok := src.(Recycler); ok {
		s.Recycle(r)
	}
}

// An Archiver is a wrapper whose requests as an archive are answered by
// another value, such as the archive behind it.
type Archiver interface {
	// Archive returns that value, or ErrNotArchive.
	Archive() (Seeker, error)
}

// Archive returns src as an archive: itself if it is a [Seeker], or what it
// returns as an [Archiver]. Otherwise the error is ErrNotArchive.
func Archive(src Source) (Seeker, error) {
	switch s := src.(type) {
	case Seeker:
		return s, nil
	case Archiver:
		return s.Archive()
	}
	return nil, ErrNotArchive
}

// A Batcher answers many queries in few round trips. Queries are answered in
// order, each in its own fields, whether or not others fail.
type Batcher interface {
	Batch(ctx context.Context, queries ...Query)
}

// Ask sends queries to src: together if it is a [Batcher], else one by one.
func Ask(ctx context.Context, src Source, queries ...Query) {
	if len(queries) == 0 {
		return
	}
	if b, ok := src.(Batcher); ok {
		b.Batch(ctx, queries...)
		return
	}
	for _, q := range queries {
		q.Ask(ctx, src)
	}
}
