package pdu

import (
	"errors"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// Label is the reply to [LabelReq]: no set or one, or one for each instance
// that has labels. The offsets of the JSON texts count from the start of the
// PDU, those of names and values, which include a value's quotes, from that of
// their JSON text. The texts are not padded.
//
//	0c  identifier
//	10  class
//	14  0
//	18  number of sets
//	1c  per set: instance, number of labels or error code,
//	    offset of its JSON text, length in bytes,
//	    per label: offset (16 bits) | length (8) of the name | flags (8)
//	               offset (16) | length (16) of the value
//	..  JSON texts
type Label struct {
	ID   libpcp.LabelID
	Sets []libpcp.LabelSet
}

const (
	labelSetLen   = 16
	labelLen      = 8
	maxLabels     = 254
	maxLabelsJSON = 65534
)

var (
	errLabelCount = errors.New("number of labels")
	errLabelJSON  = errors.New("labels outside of the PDU")
	errLabelRange = errors.New("label outside of its text")
	errLabelShare = errors.New("texts of labels overlap")
)

// Decode reads a whole PDU.
func (m *Label) Decode(b []byte) error {
	*m = Label{}
	r := body(b, TypeLabel)
	m.ID.Ident = r.Uint32()
	m.ID.Class = libpcp.LabelClass(r.Uint32())
	r.Skip(4)
	n := r.Count(labelSetLen)
	if n == 0 {
		return finish(&r, TypeLabel)
	}
	m.Sets = make([]libpcp.LabelSet, n)
	text, room := string(b), len(b)
	for i := range m.Sets {
		readLabelSet(&r, &m.Sets[i], text)
		room -= len(m.Sets[i].JSON)
	}
	if room < 0 {
		r.Fail(errLabelShare)
	}
	return failure(TypeLabel, r.Err()) // what is left is the texts
}

// readLabelSet reads one set of the PDU text.
func readLabelSet(r *wire.Reader, s *libpcp.LabelSet, text string) {
	s.Inst = r.Int32()
	n := r.Int32()
	s.JSON = readLabelJSON(r, text)
	switch {
	case r.Err() != nil:
	case n < 0:
		s.Err = libpcp.Error(n)
	case n > maxLabels:
		r.Fail(errLabelCount)
	case n > 0:
		s.Labels = readLabels(r, r.CheckCount(n, labelLen), s.JSON)
	}
}

func readLabels(r *wire.Reader, n int, json string) []libpcp.Label {
	labels, room := make([]libpcp.Label, n), len(json)
	for i := range labels {
		labels[i] = readLabel(r, json)
		room -= len(labels[i].Name) + len(labels[i].Value)
	}
	if room < 0 {
		r.Fail(errLabelShare)
	}
	return labels
}

func readLabelJSON(r *wire.Reader, text string) string {
	off, length := r.Int32(), r.Int32()
	switch {
	case r.Err() != nil || length == 0:
		return ""
	case off < 0 || length < 0 || length > maxLabelsJSON || int64(off)+int64(length) > int64(len(text)):
		r.Fail(errLabelJSON)
		return ""
	}
	return text[off : off+length]
}

func readLabel(r *wire.Reader, json string) libpcp.Label {
	name, nameLen, flags := int(r.Uint16()), int(r.Uint8()), r.Uint8()
	value, valueLen := int(r.Uint16()), int(r.Uint16())
	if name+nameLen > len(json) || value+valueLen > len(json) {
		r.Fail(errLabelRange)
		return libpcp.Label{}
	}
	return libpcp.Label{
		Name:  json[name : name+nameLen],
		Value: json[value : value+valueLen],
		Flags: flags,
	}
}
