package logfile

import (
	"encoding/binary"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// Limits of a label set.
const (
	MaxLabels    = 255
	MaxLabelJSON = 1<<16 - 1
)

const minLabelSet = 12

// Labels is the label sets of a thing from a time on:
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
type Labels struct {
	At   Stamp
	ID   libpcp.LabelID
	Sets []libpcp.LabelSet
}

// DecodeLabels decodes a payload.
func DecodeLabels(payload []byte) (Labels, error) {
	r := wire.NewReader(payload)
	rec := decodeLabelHeader(&r)
	for n := r.Count(minLabelSet); n > 0 && r.Err() == nil; n-- {
		rec.Sets = append(rec.Sets, decodeLabelSet(&r))
	}
	if r.Err() != nil {
		return Labels{}, libpcp.ErrLogRec
	}
	return rec, nil
}

// CheckLabels is DecodeLabels without the sets.
func CheckLabels(payload []byte) (Labels, error) {
	r := wire.NewReader(payload)
	rec := decodeLabelHeader(&r)
	for n := r.Count(minLabelSet); n > 0 && r.Err() == nil; n-- {
		r.Skip(4)
		labelJSON(&r)
		r.Skip(8 * labelCount(&r, r.Int32()))
	}
	if r.Err() != nil {
		return Labels{}, libpcp.ErrLogRec
	}
	return rec, nil
}

func decodeLabelHeader(r *wire.Reader) Labels {
	rec := Labels{At: ReadStamp(r, typeVersion(r.Uint32()))}
	rec.ID = libpcp.LabelID{Class: libpcp.LabelClass(r.Uint32()), Ident: r.Uint32()}
	if rec.ID.Class == libpcp.LabelContext {
		rec.ID.Ident = ^uint32(0)
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
	if length > MaxLabelJSON {
		r.Fail(libpcp.ErrLogRec)
	}
	return r.Bytes(int(length))
}

// labelCount checks a number of labels; an error code counts as zero.
func labelCount(r *wire.Reader, n int32) int {
	if n > MaxLabels {
		r.Fail(libpcp.ErrLogRec)
	}
	return r.CheckCount(max(n, 0), 8)
}

func decodeLabelEntry(r *wire.Reader, json string) libpcp.Label {
	name, nameLen, flags := int(r.Uint16()), int(r.Uint8()), r.Uint8()
	value, valueLen := int(r.Uint16()), int(r.Uint16())
	return libpcp.Label{
		Name:  wire.CString(within(json, name, nameLen)),
		Value: wire.CString(within(json, value, valueLen)),
		Flags: flags,
	}
}

// AppendLabels appends the payload of a record of a type.
func AppendLabels(dst []byte, typ uint32, rec *Labels) []byte {
	dst = AppendStamp(wire.AppendUint32(dst, typ), rec.At, typeVersion(typ))
	dst = wire.AppendUint32(dst, uint32(rec.ID.Class))
	dst = wire.AppendUint32(dst, rec.ID.Ident)
	dst = wire.AppendInt32(dst, int32(len(rec.Sets)))
	for i := range rec.Sets {
		dst = appendLabelSet(dst, &rec.Sets[i])
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

// within returns the part of s at off, as far as s reaches.
func within(s string, off, length int) string {
	off = min(off, len(s))
	return s[off:min(off+length, len(s))]
}
