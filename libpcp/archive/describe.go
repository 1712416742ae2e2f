package archive

import (
	"context"
	"errors"
	"slices"

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

// descs answers in the memory of other replies, if that is enough.
func (a *Archive) descs(memory []libpcp.DescReply, ids []libpcp.PMID) []libpcp.DescReply {
	replies := slices.Grow(memory[:0], len(ids))
	for _, id := range ids {
		reply := libpcp.DescReply{Err: libpcp.ErrPMIDLog}
		if d, ok := a.meta.Desc(id); ok {
			reply = libpcp.DescReply{Desc: d}
		}
		replies = append(replies, reply)
	}
	return replies
}
