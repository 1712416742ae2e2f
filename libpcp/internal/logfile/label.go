package logfile

import (
	"bytes"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// Label is the record at the start of every file of an archive:
//
//	         version 2          version 3
//	length     4                  4
//	magic      4                  4   0x50052600 + version
//	pid        4                  4   of the writer
//	start      8                 12
//	volume     4                  4   or a Role
//	features                      4
//	reserved                      4
//	host      64                256   NUL padded
//	zone      40                256   NUL padded
//	zoneinfo                    256   NUL padded
//	length     4                  4
type Label struct {
	Magic    uint32
	PID      int32
	Start    Stamp
	Volume   int32
	Features uint32
	Host     string
	Zone     string
	Zoneinfo string
}

// What the label of a file that is no volume has instead of a number.
const (
	RoleIndex = -2
	RoleMeta  = -1
)

// Magic is the magic number of a label without its version.
const Magic = 0x50052600

const (
	labelSize2    = 132
	labelSize3    = 808
	knownFeatures = 1 << 31
)

// MaxLabelSize is the length of the longest label.
const MaxLabelSize = labelSize3

// LabelSize is the length of a label of a version.
func LabelSize(version int) int {
	if version == 3 {
		return labelSize3
	}
	return labelSize2
}

// Version is the version of the format.
func (l *Label) Version() int { return int(l.Magic & 0xff) }

// Size is the length of the label.
func (l *Label) Size() int64 { return int64(LabelSize(l.Version())) }

// Unknown reports whether the label has unknown features.
func (l *Label) Unknown() bool { return l.Features&^knownFeatures != 0 }

// DecodeLabel decodes the label at the start of b, lengths included, of a volume
// of that number or a file of that role. The error is ErrNoData if b is too short
// to begin one and ErrLabel if it is another.
func DecodeLabel(b []byte, volume int32) (Label, error) {
	r := wire.NewReader(b)
	length, magic := r.Int32(), r.Uint32()
	if r.Err() != nil {
		return Label{}, libpcp.ErrNoData
	}
	version := int(magic & 0xff)
	if version != 2 && version != 3 {
		return Label{}, libpcp.ErrLabel
	}
	if int(length) != LabelSize(version) {
		return Label{}, libpcp.ErrLabel
	}
	l := Label{Magic: magic}
	l.decodeFields(&r, version)
	trailer := r.Int32()
	if r.Err() != nil || trailer != length || magic&^0xff != Magic || l.Volume != volume {
		return Label{}, libpcp.ErrLabel
	}
	return l, nil
}

func (l *Label) decodeFields(r *wire.Reader, version int) {
	l.PID = r.Int32()
	l.Start = ReadStamp(r, version)
	l.Volume = r.Int32()
	if version == 2 {
		l.Host = cutNUL(r.Bytes(64))
		l.Zone = cutNUL(r.Bytes(40))
		return
	}
	l.Features = r.Uint32()
	r.Skip(4)
	l.Host = cutNUL(r.Bytes(256))
	l.Zone = cutNUL(r.Bytes(256))
	l.Zoneinfo = cutNUL(r.Bytes(256))
}

// Append appends the record, lengths included. Text that is too long for its
// field is the caller's error; see Check.
func (l *Label) Append(dst []byte) []byte {
	start, version := len(dst), l.Version()
	dst = wire.AppendInt32(dst, int32(LabelSize(version)))
	dst = wire.AppendUint32(dst, l.Magic)
	dst = wire.AppendInt32(dst, l.PID)
	dst = AppendStamp(dst, l.Start, version)
	dst = wire.AppendInt32(dst, l.Volume)
	if version == 2 {
		dst = appendField(dst, l.Host, 64)
		dst = appendField(dst, l.Zone, 40)
	} else {
		dst = wire.AppendUint32(dst, l.Features)
		dst = wire.AppendUint32(dst, 0)
		dst = appendField(dst, l.Host, 256)
		dst = appendField(dst, l.Zone, 256)
		dst = appendField(dst, l.Zoneinfo, 256)
	}
	return append(dst, dst[start:start+4]...)
}

// appendField appends s and fills the field with NULs.
func appendField(dst []byte, s string, size int) []byte {
	return append(append(dst, s...), make([]byte, size-len(s))...)
}

// Check fails if texts do not fit their fields.
func (l *Label) Check() error {
	host, zone := 64, 40
	if l.Version() == 3 {
		host, zone = 256, 256
	}
	if len(l.Host) >= host || len(l.Zone) >= zone || len(l.Zoneinfo) >= 256 {
		return libpcp.ErrTooBig
	}
	for _, s := range []string{l.Host, l.Zone, l.Zoneinfo} {
		if cutNUL([]byte(s)) != s {
			return libpcp.ErrLabel
		}
	}
	return nil
}

// SameArchive reports whether two files were written as parts of one archive.
func (l *Label) SameArchive(m *Label) bool {
	return l.Version() == m.Version() && l.PID == m.PID && l.Host == m.Host
}

// cutNUL is the part of b before its first NUL, if any.
func cutNUL(b []byte) string {
	b, _, _ = bytes.Cut(b, []byte{0})
	return string(b)
}
