package options

import (
	"context"

	"pcptools/libpcp"
)

// The kinds of source there is no package for yet.

func (s *Source) dialHost(ctx context.Context, spec string) (libpcp.Source, error) {
	return nil, libpcp.ErrNYI
}

func openArchive(names string) (libpcp.Source, error) { return nil, libpcp.ErrNYI }

func (s *Source) openLocal(ctx context.Context) (libpcp.Source, error) { return nil, libpcp.ErrNYI }
