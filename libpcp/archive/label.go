package archive

import (
	"bytes"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/expand"
	"pcptools/libpcp/internal/wire"
)

// label is the record at the start of every file of an archive, between two
// copies of its length:
//
//	       version 2          version 3
//	magic    4   0x50052600 + version
//	pid      4   of the writer
//	start    8                  12
//	volume   4   -1 metadata, -2 index
//	features                     4
//	reserved                     4
//	host    64                 256   NUL padded
//	zone    40                 256   NUL padded
//	zoneinfo                   256   NUL padded
type label struct {
	magic    uint32
	pid      int32
	start    stamp
	volume   int32
	features uint32
	host     string
	zone     string
	zoneinfo string
}

const (
	labelMagic     = 0x50052600
	labelSize2     = 132
	labelSize3     = 808
	knownFeatures  = 1 << 31
	lengthOverhead = 8 // the two lengths around a record
)

func (l *label) version() int { return int(l.magic & 0xff) }

func (l *label) size() int64 { return int64(labelSize(l.version())) }

func labelSize(version int) int {
	if version == 3 {
		return labelSize3
	}
	return labelSize2
}

// readLabel reads the label of a file and checks that it is one for role, and,
// if they matter, that all its features are known.
func readLabel(f expand.File, role int32, features bool) (label, error) {
	var buf [labelSize3]byte
	n, err := f.ReadAt(buf[:], 0)
	if extraneous(err) {
		return label{}, err
	}
	l, err := decodeLabel(buf[:n], role)
	if err != nil {
		return label{}, err
	}
	if features && l.features&^knownFeatures != 0 {
		return label{}, libpcp.ErrFeature
	}
	if !f.Reaches(l.size() + 1) {
		return label{}, libpcp.ErrNoData
	}
	return l, nil
}

// decodeLabel decodes the label at the start of b.
func decodeLabel(b []byte, role int32) (label, error) {
	r := wire.NewReader(b)
	length, magic := r.Int32(), r.Uint32()
	if r.Err() != nil {
		return label{}, libpcp.ErrNoData
	}
	version := int(magic & 0xff)
	if version != 2 && version != 3 || int(length) != labelSize(version) {
		return label{}, libpcp.ErrLabel
	}
	l := label{magic: magic}
	l.decodeFields(&r, version)
	trailer := r.Int32()
	if r.Err() != nil || trailer != length || magic&^0xff != labelMagic || l.volume != role {
		return label{}, libpcp.ErrLabel
	}
	return l, nil
}

func (l *label) decodeFields(r *wire.Reader, version int) {
	l.pid = r.Int32()
	l.start = readStamp(r, version)
	l.volume = r.Int32()
	if version == 2 {
		l.host = cutNUL(r.Bytes(64))
		l.zone = cutNUL(r.Bytes(40))
		return
	}
	l.features = r.Uint32()
	r.Skip(4)
	l.host = cutNUL(r.Bytes(256))
	l.zone = cutNUL(r.Bytes(256))
	l.zoneinfo = cutNUL(r.Bytes(256))
}

// append appends the record, lengths included. Text that is too long for its
// field is the caller's mistake.
func (l *label) append(dst []byte) []byte {
	start, version := len(dst), l.version()
	dst = wire.AppendInt32(dst, int32(labelSize(version)))
	dst = wire.AppendUint32(dst, l.magic)
	dst = wire.AppendInt32(dst, l.pid)
	dst = appendStamp(dst, l.start, version)
	dst = wire.AppendInt32(dst, l.volume)
	if version == 2 {
		dst = appendField(dst, l.host, 64)
		dst = appendField(dst, l.zone, 40)
	} else {
		dst = wire.AppendUint32(dst, l.features)
		dst = wire.AppendUint32(dst, 0)
		dst = appendField(dst, l.host, 256)
		dst = appendField(dst, l.zone, 256)
		dst = appendField(dst, l.zoneinfo, 256)
	}
	return append(dst, dst[start:start+4]...)
}

// appendField appends s and fills the field with NULs.
func appendField(dst []byte, s string, size int) []byte {
	return append(append(dst, s...), make([]byte, size-len(s))...)
}

// sameOrigin reports whether two files were written as parts of one archive.
func (l *label) sameOrigin(m *label) bool {
	return l.version() == m.version() && l.pid == m.pid && l.host == m.host
}

func (l *label) export() libpcp.ArchiveLabel {
	return libpcp.ArchiveLabel{
		Magic: l.magic, PID: l.pid, Start: l.start.time(),
		Host: l.host, Timezone: l.zone, Zoneinfo: l.zoneinfo,
	}
}

// cutNUL is the part of b before its first NUL, if any.
func cutNUL(b []byte) string {
	b, _, _ = bytes.Cut(b, []byte{0})
	return string(b)
}
