package archive

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"sort"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

const (
	maxLabels    = 255
	maxLabelJSON = 1<<16 - 1
	minLabelSet  = 12
)

// labelRecord is the payload of a record of label sets:
//
//	type 3 (version 2) or 7 (version 3)
//	timestamp
//	class
//	identifier: -1, domain, instance domain, PMID without item, PMID,
//	    instance domain, for the classes in their order
//	number of sets, each of which is
//	    instance, -1 but for class instances
//	    length of the JSON text, and the text
//	    number of labels, or an error code
//	    for each label: u16 offset and u8 length of the name in the text,
//	        u8 flags, u16 offset and u16 length of the value
type labelRecord struct {
	at   stamp
	id   libpcp.LabelID
	sets []libpcp.LabelSet
}

func decodeLabels(payload []byte) (labelRecord, error) {
	r := wire.NewReader(payload)
	rec := decodeLabelHeader(&r)
	for n := r.Count(minLabelSet); n > 0 && r.Err() == nil; n-- {
		rec.sets = append(rec.sets, decodeLabelSet(&r))
	}
	if r.Err() != nil {
		return labelRecord{}, libpcp.ErrLogRec
	}
	return rec, nil
}

// checkLabels is decodeLabels without the sets.
func checkLabels(payload []byte) (labelRecord, error) {
	r := wire.NewReader(payload)
	rec := decodeLabelHeader(&r)
	for n := r.Count(minLabelSet); n > 0 && r.Err() == nil; n-- {
		r.Skip(4)
		labelJSON(&r)
		r.Skip(8 * labelCount(&r, r.Int32()))
	}
	if r.Err() != nil {
		return labelRecord{}, libpcp.ErrLogRec
	}
	return rec, nil
}

func decodeLabelHeader(r *wire.Reader) labelRecord {
	rec := labelRecord{at: readStamp(r, recordVersion(r.Uint32()))}
	rec.id = libpcp.LabelID{Class: libpcp.LabelClass(r.Uint32()), Ident: r.Uint32()}
	if rec.id.Class == libpcp.LabelContext {
		rec.id.Ident = ^uint32(0)
	}
	return rec
}

func decodeLabelSet(r *wire.Reader) libpcp.LabelSet {
	s := libpcp.LabelSet{Inst: r.Int32(), JSON: string(labelJSON(r))}
	n := r.Int32()
	if n < 0 {
		s.Err = libpcp.Error(n)
	}
	for n := labelCount(r, n); n > 0; n-- {
		s.Labels = append(s.Labels, decodeLabelEntry(r, s.JSON))
	}
	return s
}

func labelJSON(r *wire.Reader) []byte {
	length := r.Int32()
	if length > maxLabelJSON {
		r.Fail(libpcp.ErrLogRec)
	}
	return r.Bytes(int(length))
}

// labelCount checks a number of labels, which is none if it is an error code.
func labelCount(r *wire.Reader, n int32) int {
	if n > maxLabels {
		r.Fail(libpcp.ErrLogRec)
	}
	return r.CheckCount(max(n, 0), 8)
}

func decodeLabelEntry(r *wire.Reader, json string) libpcp.Label {
	name, nameLen, flags := int(r.Uint16()), int(r.Uint8()), r.Uint8()
	value, valueLen := int(r.Uint16()), int(r.Uint16())
	return libpcp.Label{
		Name:  cString(within(json, name, nameLen)),
		Value: cString(within(json, value, valueLen)),
		Flags: flags,
	}
}

// appendLabels appends the payload of a record of a type.
func appendLabels(dst []byte, typ uint32, rec *labelRecord) []byte {
	dst = appendStamp(wire.AppendUint32(dst, typ), rec.at, recordVersion(typ))
	dst = wire.AppendUint32(dst, uint32(rec.id.Class))
	dst = wire.AppendUint32(dst, rec.id.Ident)
	dst = wire.AppendInt32(dst, int32(len(rec.sets)))
	for i := range rec.sets {
		dst = appendLabelSet(dst, &rec.sets[i])
	}
	return dst
}

// appendLabelSet appends a set with a text made from its labels.
func appendLabelSet(dst []byte, s *libpcp.LabelSet) []byte {
	dst = wire.AppendInt32(dst, s.Inst)
	length := len(dst)
	dst = wire.AppendInt32(dst, 0)
	text := len(dst)
	if s.Err != nil {
		return wire.AppendInt32(dst, int32(libpcp.Code(s.Err)))
	}
	dst = append(dst, '{')
	var entries []byte
	for i, l := range s.Labels {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '"')
		entries = binary.BigEndian.AppendUint16(entries, uint16(len(dst)-text))
		entries = append(entries, uint8(len(l.Name)), l.Flags)
		dst = append(append(dst, l.Name...), '"', ':')
		entries = binary.BigEndian.AppendUint16(entries, uint16(len(dst)-text))
		entries = binary.BigEndian.AppendUint16(entries, uint16(len(l.Value)))
		dst = append(dst, l.Value...)
	}
	dst = append(dst, '}')
	binary.BigEndian.PutUint32(dst[length:], uint32(len(dst)-text))
	dst = wire.AppendInt32(dst, int32(len(s.Labels)))
	return append(dst, entries...)
}

// within is the part of s at off, or as much of it as there is.
func within(s string, off, length int) string {
	off = min(off, len(s))
	return s[off:min(off+length, len(s))]
}

// cString is s up to its first NUL.
func cString(s string) string {
	s, _, _ = strings.Cut(s, "\x00")
	return s
}

// labelHistory is the records for one class and identifier, oldest first.
type labelHistory []labelVersion

type labelVersion struct {
	at    stamp
	where extent
	sets  []libpcp.LabelSet // once compared with older ones
}

func (v *labelVersion) load() ([]libpcp.LabelSet, error) {
	if v.sets != nil {
		return v.sets, nil
	}
	b, err := v.where.bytes(recLabel2, recLabel3)
	if err != nil {
		return nil, err
	}
	rec, err := decodeLabels(b)
	if err == nil && rec.at != v.at {
		err = changed(v.where.file.path, v.where.off, "labels have changed")
	}
	return rec.sets, err
}

func (m *metadata) addLabels(payload []byte, where extent) error {
	rec, err := checkLabels(payload)
	if err != nil {
		return err
	}
	h := m.labels[rec.id]
	i := len(h) // of several at the same time the first counts
	for i > 0 && !h[i-1].at.before(rec.at) {
		i--
	}
	if i < len(h) && h[i].at == rec.at && h[i].where.length == len(payload) {
		payload = bytes.Clone(payload)
		if old, err := h[i].where.bytes(recLabel2, recLabel3); err != nil || bytes.Equal(old, payload) {
			return err
		}
	}
	m.labels[rec.id] = slices.Insert(h, i, labelVersion{at: rec.at, where: where})
	return nil
}

// reduceLabels drops what repeats an older version, as happens after each
// archive of a list.
func (m *metadata) reduceLabels() error {
	for id, h := range m.labels {
		if len(h) < 2 {
			continue
		}
		whole := id.Class == libpcp.LabelInstances && !m.reduceSets
		reduced, err := h.reduce(whole)
		if err != nil {
			return err
		}
		m.labels[id] = reduced
	}
	return nil
}

// reduce compares each version with the one before it and keeps the sets that
// differ, or, as a whole, a version that differs; versions left without any go.
func (h labelHistory) reduce(whole bool) (labelHistory, error) {
	kept := h[:0:0]
	var older []libpcp.LabelSet
	for i := range h {
		sets, err := h[i].load()
		if err != nil {
			return nil, err
		}
		left := slices.DeleteFunc(slices.Clone(sets), func(s libpcp.LabelSet) bool {
			return slices.ContainsFunc(older, func(o libpcp.LabelSet) bool { return sameLabels(&s, &o) })
		})
		if whole && (len(left) > 0 || len(sets) != len(older)) {
			left = sets
		}
		older = sets
		if len(left) > 0 || i == 0 {
			h[i].sets = left
			kept = append(kept, h[i])
		}
	}
	return kept, nil
}

func sameLabels(a, b *libpcp.LabelSet) bool {
	if a.Inst != b.Inst || len(a.Labels) != len(b.Labels) || a.Err != b.Err {
		return false
	}
	return !slices.ContainsFunc(a.Labels, func(l libpcp.Label) bool {
		return !slices.ContainsFunc(b.Labels, func(o libpcp.Label) bool {
			return l.Name == o.Name && l.Value == o.Value
		})
	})
}

// Labels implements libpcp.Source: the label sets at the current time.
func (a *Archive) Labels(_ context.Context, id libpcp.LabelID) ([]libpcp.LabelSet, error) {
	if id.Class == libpcp.LabelContext {
		id.Ident = ^uint32(0)
	}
	h := a.meta.labels[id]
	if h == nil && id.Class == libpcp.LabelContext {
		return []libpcp.LabelSet{hostLabel(a.current().label.host)}, nil
	}
	i := sort.Search(len(h), func(i int) bool { return h[i].at.after(a.origin) })
	if i == 0 {
		return nil, nil
	}
	return h[i-1].load()
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
