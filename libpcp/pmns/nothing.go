package pmns

import (
	"context"

	"pcptools/libpcp"
)

// NamesOnly returns a Source that has only the names of a tree: all other
// requests fail with ErrNoContext.
func NamesOnly(tree *Tree) libpcp.Source { return Override(nothing{}, tree) }

// nothing is a source that is not there. It is no archive.
type nothing struct{}

func (nothing) Ask(_ context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		if q, ok := q.(*libpcp.KindQuery); ok {
			q.Decline()
			continue
		}
		q.Fail(libpcp.ErrNoContext)
	}
}

func (nothing) Close() error { return nil }
