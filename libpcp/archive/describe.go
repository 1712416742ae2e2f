package archive

import (
	"context"
	"errors"

	"pcptools/libpcp"
)

// labels returns the label sets at the current time.
func (a *Archive) labels(ctx context.Context, id libpcp.LabelID) ([]libpcp.LabelSet, error) {
	h := a.meta.Labels(id)
	if h == nil && id.Class == libpcp.LabelContext {
		return []libpcp.LabelSet{hostLabel(a.current(ctx).Host)}, nil
	}
	return h.At(a.cur.Now())
}

// hostLabel is the label set of archives that have no context labels.
func hostLabel(host string) libpcp.LabelSet {
	value := `"` + host + `"`
	return libpcp.LabelSet{
		Inst:   libpcp.NullInst,
		JSON:   `{"hostname":` + value + `}`,
		Labels: []libpcp.Label{{Name: "hostname", Value: value, Flags: uint8(libpcp.LabelContext)}},
	}
}

// text returns the one-line text in place of a help text that is missing or empty.
func (a *Archive) text(ctx context.Context, id libpcp.TextID) (string, error) {
	text, err := a.meta.Text(ctx, id)
	if id.Kind&libpcp.TextHelp != 0 && (text == "" || errors.Is(err, libpcp.ErrText)) {
		id.Kind ^= libpcp.TextHelp | libpcp.TextOneLine
		return a.meta.Text(ctx, id)
	}
	return text, err
}

func (a *Archive) descs(ids []libpcp.PMID) []libpcp.DescReply {
	replies := make([]libpcp.DescReply, len(ids))
	for i, id := range ids {
		d, ok := a.meta.Desc(id)
		replies[i].Desc = d
		if !ok {
			replies[i].Err = libpcp.ErrPMIDLog
		}
	}
	return replies
}
