package pmproxy

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// parseLabels reads an object of labels in an answer, whose compound names pmproxy writes
// with dots.
func parseLabels(answer *rest.Labels, text json.RawMessage, class libpcp.LabelClass) (libpcp.LabelSet, error) {
	members, err := answer.Set(text)
	if err != nil {
		return libpcp.LabelSet{}, err
	}
	labels := make([]libpcp.Label, 0, len(members))
	for name, value := range members {
		flags := uint8(class)
		if strings.Contains(name, ".") {
			flags |= libpcp.LabelCompound
		}
		var compact bytes.Buffer
		if err := json.Compact(&compact, value); err != nil {
			return libpcp.LabelSet{}, err
		}
		labels = append(labels, libpcp.Label{Name: name, Value: compact.String(), Flags: flags})
	}
	slices.SortFunc(labels, func(a, b libpcp.Label) int { return cmp.Compare(a.Name, b.Name) })
	return labelSet(labels)
}

// labelSet makes a set of labels, which are in order of name.
func labelSet(labels []libpcp.Label) (libpcp.LabelSet, error) {
	if len(labels) == 0 {
		return libpcp.LabelSet{Inst: libpcp.NullInst}, nil
	}
	set, err := libpcp.MergeLabels(nil, libpcp.LabelSet{Inst: libpcp.NullInst, Labels: labels})
	if err != nil {
		return set, errors.Join(libpcp.ErrIPC, err)
	}
	set.Inst = libpcp.NullInst
	return set, nil
}

// without is set less the labels that it shares with a more general set:
// pmproxy sends the labels of all levels together.
func without(set, general libpcp.LabelSet) libpcp.LabelSet {
	labels := slices.DeleteFunc(slices.Clone(set.Labels), func(l libpcp.Label) bool {
		i, found := slices.BinarySearchFunc(general.Labels, l.Name, func(g libpcp.Label, name string) int { return cmp.Compare(g.Name, name) })
		return found && general.Labels[i].Value == l.Value
	})
	own, _ := labelSet(labels)
	own.Inst = set.Inst
	return own
}

// labelSets returns labels. The labels of metrics include the labels of their
// domains and clusters.
func (c *Client) labelSets(ctx context.Context, id libpcp.LabelID) ([]libpcp.LabelSet, error) {
	switch id.Class {
	case libpcp.LabelContext:
		return some(c.labels), nil
	case libpcp.LabelItem:
		m, err := c.metric(ctx, libpcp.PMID(id.Ident))
		if err != nil {
			return nil, err
		}
		return some(m.labels), nil
	case libpcp.LabelInDom, libpcp.LabelInstances:
		return c.indomLabels(ctx, id)
	}
	return nil, nil
}

func (c *Client) indomLabels(ctx context.Context, id libpcp.LabelID) ([]libpcp.LabelSet, error) {
	reply, err := c.indom(ctx, libpcp.InDom(id.Ident), nil)
	if err != nil {
		return nil, err
	}
	answer := new(rest.Labels)
	set, err := parseLabels(answer, reply.Labels, id.Class)
	if err != nil || id.Class == libpcp.LabelInDom {
		return some(without(set, c.labels)), err
	}
	var sets []libpcp.LabelSet
	for _, r := range reply.Instances {
		own, err := parseLabels(answer, r.Labels, id.Class)
		if err != nil {
			return nil, err
		}
		if own = without(own, c.labels); len(own.Labels) > 0 {
			own.Inst = r.ID
			sets = append(sets, own)
		}
	}
	slices.SortFunc(sets, func(a, b libpcp.LabelSet) int { return cmp.Compare(a.Inst, b.Inst) })
	return sets, nil
}

// some is the list of a set that has labels.
func some(set libpcp.LabelSet) []libpcp.LabelSet {
	if len(set.Labels) == 0 {
		return nil
	}
	return []libpcp.LabelSet{set}
}
