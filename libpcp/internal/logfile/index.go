package logfile

import "pcptools/libpcp/internal/wire"

// IndexEntry is an entry of the temporal index, which follows the label of the
// index file without lengths around it:
//
//	timestamp
//	volume   i32
//	offset in the metadata file   i32; version 3: i64
//	offset in the volume          i32; version 3: i64
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

// DecodeIndexEntry decodes the entry at the start of b. What is not there is zero.
func DecodeIndexEntry(b []byte, version int) IndexEntry {
	r := wire.NewReader(b)
	e := IndexEntry{At: ReadStamp(&r, version), Volume: int(r.Int32())}
	if version == 3 {
		e.Meta, e.Off = r.Int64(), r.Int64()
	} else {
		e.Meta, e.Off = int64(r.Int32()), int64(r.Int32())
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
