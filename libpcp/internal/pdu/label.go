package pdu

import (
	"errors"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// Label is the reply to [LabelReq]: no set or one, or one for each instance
// that has labels. The offsets of the JSON texts count from the start of the
// PDU, those of names and values, which include a value's quotes, from that of
// their JSON text. The texts are not padded. After Decode they alias the input.
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
	minLabelText  = 5        // {"":0}, or ,"":0
	maxBareLabels = 64 << 10 // bytes of labels that may have no text
	maxLabels     = 254
	maxLabelPDU   = 12 << 20 // some 100,000 instances with labels
	maxLabelsJSON = 65534
)

var (
	errLabelCount = errors.New("number of labels")
	errLabelJSON  = errors.New("labels outside of the PDU")
	errLabelRange = errors.New("label outside of its text")
	errLabelShare = errors.New("texts of labels overlap")
	errLabelText  = errors.New("labels without a text")
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
	labels, err := countLabels(r, n)
	if err != nil {
		return failure(TypeLabel, err)
	}
	m.Sets = make([]libpcp.LabelSet, n)
	whole := wire.NewReader(b)
	text, room := whole.String(len(b)), len(b)
	for i := range m.Sets {
		labels = readLabelSet(&r, &m.Sets[i], labels, text)
		room -= len(m.Sets[i].JSON)
	}
	if room < 0 {
		r.Fail(errLabelShare)
	}
	return failure(TypeLabel, r.Err()) // the texts are left
}

// countLabels makes room for the labels of n sets. A PDU may not be made of
// labels without a text, of which it could have more than their structs have
// room for.
func countLabels(r wire.Reader, n int) ([]libpcp.Label, error) {
	total := 0
	for range n {
		r.Skip(4)
		count := max(r.Int32(), 0)
		r.Skip(8)
		if count > maxLabels {
			r.Fail(errLabelCount)
		}
		k := r.CheckCount(count, labelLen)
		r.Skip(k * labelLen)
		total += k
	}
	if total*labelLen > maxBareLabels && total*minLabelText > r.Len() {
		r.Fail(errLabelText)
	}
	if r.Err() != nil {
		return nil, r.Err()
	}
	return make([]libpcp.Label, total), nil
}

// readLabelSet reads one set of the PDU text. Its labels are the first of
// room; the others are returned.
func readLabelSet(r *wire.Reader, s *libpcp.LabelSet, room []libpcp.Label, text string) []libpcp.Label {
	s.Inst = r.Int32()
	n := r.Int32()
	s.JSON = readLabelJSON(r, text)
	switch {
	case r.Err() != nil:
	case n < 0:
		s.Err = libpcp.Error(n)
	case n > 0:
		s.Labels, room = room[:n:n], room[n:]
		readLabels(r, s.Labels, s.JSON)
	}
	return room
}

func readLabels(r *wire.Reader, labels []libpcp.Label, json string) {
	room := len(json)
	for i := range labels {
		labels[i] = readLabel(r, json)
		room -= len(labels[i].Name) + len(labels[i].Value)
	}
	if room < 0 {
		r.Fail(errLabelShare)
	}
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
		Name:  wire.CString(json[name : name+nameLen]),
		Value: wire.CString(json[value : value+valueLen]),
		Flags: flags,
	}
}
