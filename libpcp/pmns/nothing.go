package pmns

import (
	"context"
	"slices"

	"pcptools/libpcp"
)

// NamesOnly returns a Source that has only the names of a tree: all other
// requests fail with ErrNoContext.
func NamesOnly(tree *Tree) libpcp.Source { return Override(nothing{}, tree) }

// nothing is a source that is not there.
type nothing struct{}

func (nothing) Lookup(_ context.Context, names []string) []libpcp.LookupReply {
	return slices.Repeat([]libpcp.LookupReply{{ID: libpcp.NullPMID, Err: libpcp.ErrNoContext}}, len(names))
}

func (nothing) Names(context.Context, libpcp.PMID) ([]string, error) {
	return nil, libpcp.ErrNoContext
}

func (nothing) Children(context.Context, string) ([]libpcp.Child, error) {
	return nil, libpcp.ErrNoContext
}

func (nothing) Traverse(context.Context, string) ([]string, error) {
	return nil, libpcp.ErrNoContext
}

func (nothing) Descs(_ context.Context, ids []libpcp.PMID) []libpcp.DescReply {
	replies := make([]libpcp.DescReply, len(ids))
	for i := range replies {
		replies[i].Err = libpcp.ErrNoContext
	}
	return replies
}

func (nothing) Instances(context.Context, libpcp.InDom) ([]libpcp.Instance, error) {
	return nil, libpcp.ErrNoContext
}

func (nothing) InstanceName(context.Context, libpcp.InDom, int32) (string, error) {
	return "", libpcp.ErrNoContext
}

func (nothing) InstanceID(context.Context, libpcp.InDom, string) (int32, error) {
	return 0, libpcp.ErrNoContext
}

func (nothing) Text(context.Context, libpcp.TextID) (string, error) {
	return "", libpcp.ErrNoContext
}

func (nothing) Labels(context.Context, libpcp.LabelID) ([]libpcp.LabelSet, error) {
	return nil, libpcp.ErrNoContext
}

func (nothing) Fetch(context.Context, []libpcp.PMID, *libpcp.Profile) (*libpcp.Result, error) {
	return nil, libpcp.ErrNoContext
}

func (nothing) HostName(context.Context) string { return "" }

func (nothing) Timezone(context.Context) (string, error) { return "", libpcp.ErrNoContext }

func (nothing) Close() error { return nil }
