package logfile

import (
	"encoding/binary"

	"pcptools/libpcp/internal/wire"
)

// IndexEntry is an entry of the temporal index, which follows the label of the
// index file without lengths around it:
//
//	timestamp
//	volume   i32
//	offset in the metadata file   u32; version 3: i64
//	offset in the volume          u32; version 3: i64
type IndexEntry struct {
	At     Stamp
	Volume int
	Meta   int64
	Off    int64
}

// IndexEntrySize is the length of an entry of a version.
func IndexEntrySize(version int) int {
	if version == 3 {
		return 32
	}
	return 20
}

// DecodeIndexEntry decodes the entry at the start of b; a truncated entry is zero.
func DecodeIndexEntry(b []byte, version int) (e IndexEntry) {
	word := func(at int) uint32 { return binary.BigEndian.Uint32(b[at:]) }
	switch {
	case len(b) < IndexEntrySize(version):
	case version == 3:
		e.At = Stamp{int64(word(4))<<32 | int64(word(0)), int64(int32(word(8)))}
		e.Volume = int(int32(word(12)))
		e.Meta, e.Off = int64(binary.BigEndian.Uint64(b[16:])), int64(binary.BigEndian.Uint64(b[24:]))
	default:
		e.At = Stamp{int64(int32(word(0))), int64(int32(word(4)) * 1000)}
		e.Volume = int(int32(word(8)))
		e.Meta, e.Off = int64(word(12)), int64(word(16))
	}
	return e
}

// Append appends the entry.
func (e IndexEntry) Append(dst []byte, version int) []byte {
	dst = AppendStamp(dst, e.At, version)
	dst = wire.AppendInt32(dst, int32(e.Volume))
	if version == 3 {
		return wire.AppendInt64(wire.AppendInt64(dst, e.Meta), e.Off)
	}
	return wire.AppendInt32(wire.AppendInt32(dst, int32(e.Meta)), int32(e.Off))
}
