package pdu

import (
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// Append appends the PDU to dst. The labels of a set must be found in its
// JSON text; a set that has labels but no text gets one made of them. Sets
// have at most 254 labels, with names of at most 255 bytes, and 65534 bytes
// of text: Append leaves out the rest.
func (m *Label) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeLabel)
	dst = wire.AppendUint32(dst, m.ID.Ident)
	dst = wire.AppendUint32(dst, uint32(m.ID.Class))
	dst = wire.AppendUint32(dst, 0)
	dst = wire.AppendUint32(dst, uint32(len(m.Sets)))
	sets := encodeLabelSets(m.Sets)
	pos := len(dst) - start
	for i := range sets {
		pos += labelSetLen + len(sets[i].labels)
	}
	for i := range sets {
		dst = sets[i].append(dst, pos)
		pos += len(sets[i].json)
	}
	for i := range sets {
		dst = append(dst, sets[i].json...)
	}
	return end(dst, start)
}

// encodedLabels is a label set ready to be sent.
type encodedLabels struct {
	inst   int32
	count  int32 // of labels, or an error code
	labels []byte
	json   string
}

func encodeLabelSets(sets []libpcp.LabelSet) []encodedLabels {
	encoded := make([]encodedLabels, len(sets))
	for i := range sets {
		encoded[i] = encodeLabels(&sets[i])
	}
	return encoded
}

func encodeLabels(s *libpcp.LabelSet) encodedLabels {
	e := encodedLabels{inst: s.Inst, count: min(int32(libpcp.Code(s.Err)), 0), json: s.JSON}
	if s.JSON == "" {
		e.json = labelsJSON(s.Labels)
	}
	e.json = e.json[:min(len(e.json), maxLabelsJSON)]
	if s.Err != nil {
		return e
	}
	from := 0
	for _, label := range s.Labels {
		name, value, ok := locateLabel(e.json, from, label)
		if !ok || e.count == maxLabels {
			continue
		}
		e.labels = wire.AppendUint32(e.labels, uint32(name)<<16|uint32(len(label.Name))<<8|uint32(label.Flags))
		e.labels = wire.AppendUint32(e.labels, uint32(value)<<16|uint32(len(label.Value)))
		e.count++
		from = value + len(label.Value)
	}
	return e
}

// append appends the set's fixed part, its text being at pos.
func (e *encodedLabels) append(dst []byte, pos int) []byte {
	dst = wire.AppendInt32(dst, e.inst)
	dst = wire.AppendInt32(dst, e.count)
	dst = wire.AppendUint32(dst, uint32(pos))
	dst = wire.AppendUint32(dst, uint32(len(e.json)))
	return append(dst, e.labels...)
}

// locateLabel finds the name and value of a label in a JSON text: behind the
// label before it, or failing that anywhere.
func locateLabel(json string, from int, l libpcp.Label) (name, value int, ok bool) {
	if len(l.Name) > 255 {
		return 0, 0, false
	}
	name = indexFrom(json, from, `"`+l.Name+`":`) + 1
	if name > 0 {
		value = indexFrom(json, name+len(l.Name), l.Value)
	}
	if name == 0 || value < 0 {
		name, value = strings.Index(json, l.Name), strings.Index(json, l.Value)
	}
	return name, value, name >= 0 && value >= 0
}

// indexFrom is strings.Index for the part of s from a position on.
func indexFrom(s string, from int, part string) int {
	if i := strings.Index(s[from:], part); i >= 0 {
		return from + i
	}
	return -1
}

func labelsJSON(labels []libpcp.Label) string {
	if !slices.ContainsFunc(labels, func(l libpcp.Label) bool { return l.Name != "" || l.Value != "" }) {
		return "" // without a text, or with labels that have none
	}
	var b strings.Builder
	for i, label := range labels {
		b.WriteByte("{,"[min(i, 1)])
		b.WriteString(`"` + label.Name + `":` + label.Value)
	}
	b.WriteByte('}')
	return b.String()
}
