package libpcp

import "context"

// A Source supplies metrics: a pmcd, an archive or agents in this process. It
// answers queries; programs ask by way of a [Context]. A Source serves one
// goroutine at a time.
//
// A wrapper embeds a Source and has its own Ask, which passes on queries that it
// does not know, so that callers keep all that the embedded Source can do; see
// [AskExcept]. A wrapper that changes values has to treat [FetchQuery] and
// [RecordQuery] alike. A wrapper that must answer everything itself, such as a
// filter, declines queries that it does not know.
type Source interface {
	// Ask answers queries in order, each in its own fields, whether or not
	// others fail, in as few round trips as it can. What it does not answer it
	// declines. Neither the queries nor the slice are kept.
	Ask(ctx context.Context, queries ...Query)
	// Close releases the source.
	Close() error
}

// AskExcept answers those queries that own answers, and sends the others to src
// in one batch. It is for wrappers.
func AskExcept(ctx context.Context, src Source, queries []Query, own func(Query) bool) {
	others := queries
	for i, q := range queries {
		switch mine := own(q); {
		case mine && len(others) == len(queries):
			others = append(make([]Query, 0, len(queries)-1), queries[:i]...)
		case !mine && len(others) < len(queries):
			others = append(others, q)
		}
	}
	if len(others) > 0 {
		src.Ask(ctx, others...)
	}
}

// A Duplicator is a Source that can be opened once more (pmDupContext(3)). Only
// the outermost source is asked, never a wrapped one, since the second source
// would lack the wrapper.
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

// IsRecording reports whether src is an archive, as its answer to a [KindQuery] says.
func IsRecording(src Source) bool {
	var q KindQuery
	src.Ask(context.Background(), &q)
	return q.Archive
}
