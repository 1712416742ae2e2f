package libpcp

import (
	"cmp"
	"strings"
	"syscall"
)

// maxLabelJSON is the longest text PCP has room for when it merges labels.
const maxLabelJSON = 0xffff - 4

// Optional reports whether the label is not part of a metric's identity.
func (l Label) Optional() bool { return l.Flags&LabelOptional != 0 }

// MergeLabels merges label sets, from the most general to the most particular
// (pmMergeLabelSets(3)): a later label replaces an earlier one of the same
// name. Sets with an Err are skipped. The result's Labels are in order of name if
// the labels of each set are, and its JSON is their text, without white
// space and with values spelled as they came. Labels may alias those of a set.
//
// With keep, labels for which it is false are dropped; the labels that they
// replaced stay replaced. As in libpcp (C) the text is empty if every set has an
// Err, and is "}" when the last set leaves no label to keep.
// The error is EINVAL without sets, and E2BIG when the text gets too long.
func MergeLabels(keep func(Label) bool, sets ...LabelSet) (LabelSet, error) {
	if len(sets) == 0 {
		return LabelSet{Inst: NullInst}, Errno(syscall.EINVAL)
	}
	var labels []Label
	empty := "" // the text of no labels
	for _, s := range sets {
		if s.Err != nil {
			continue
		}
		empty = "{}"
		if len(labels)+len(s.Labels) > 0 {
			empty = "}"
		}
		labels = mergeLabels(labels, s.Labels, keep)
	}
	merged := LabelSet{Inst: NullInst, JSON: empty, Labels: labels}
	if len(labels) > 0 {
		merged.JSON = labelText(labels)
	}
	if len(merged.JSON) > maxLabelJSON {
		return LabelSet{Inst: NullInst}, Errno(syscall.E2BIG)
	}
	return merged, nil
}

// labelText is the JSON object of labels. A missing value is null.
func labelText(labels []Label) string {
	size := 1
	for _, l := range labels {
		size += len(l.Name) + len(l.Value) + len(`"":null,`)
	}
	var b strings.Builder
	b.Grow(size)
	separator := byte('{')
	for _, l := range labels {
		b.WriteByte(separator)
		b.WriteByte('"')
		b.WriteString(l.Name)
		b.WriteString(`":`)
		b.WriteString(cmp.Or(l.Value, "null"))
		separator = ','
	}
	b.WriteByte('}')
	return b.String()
}

// mergeLabels merges two lists that are in order of name. Lists in another order
// merge as in libpcp (C): a general label gives way only to the last particular
// label before it.
func mergeLabels(general, particular []Label, keep func(Label) bool) []Label {
	if len(general) == 0 && keep == nil {
		return particular
	}
	merged := make([]Label, 0, len(general)+len(particular))
	take := func(l Label) {
		if keep == nil || keep(l) {
			merged = append(merged, l)
		}
	}
	next := 0
	for _, g := range general {
		for ; next < len(particular) && particular[next].Name <= g.Name; next++ {
			take(particular[next])
		}
		if next == 0 || particular[next-1].Name != g.Name {
			take(g)
		}
	}
	for _, p := range particular[next:] {
		take(p)
	}
	return merged
}
