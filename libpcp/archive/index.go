package archive

import (
	"sort"

	"pcptools/libpcp/internal/wire"
)

// indexEntry is one entry of the temporal index, which follows the label of
// the index file without any framing:
//
//	timestamp
//	volume   i32
//	offset in the metadata file   i32; version 3: i64
//	offset in the volume          i32; version 3: i64
type indexEntry struct {
	at     stamp
	volume int
	off    int64
}

// timeIndex is the entries of an archive.
type timeIndex struct {
	entries []indexEntry
	sorted  bool // by time, and by volume and offset too
}

// decodeIndex decodes what follows the label of an index file. An incomplete
// last entry is ignored.
func decodeIndex(b []byte, version int) []indexEntry {
	size := 20
	if version == 3 {
		size = 32
	}
	entries := make([]indexEntry, len(b)/size)
	r := wire.NewReader(b)
	for i := range entries {
		entries[i] = readIndexEntry(&r, version)
	}
	return entries
}

func readIndexEntry(r *wire.Reader, version int) indexEntry {
	e := indexEntry{at: readStamp(r, version), volume: int(r.Int32())}
	if version == 3 {
		r.Skip(8)
		e.off = r.Int64()
	} else {
		r.Skip(4)
		e.off = int64(r.Int32())
	}
	return e
}

// appendIndexEntry appends an entry; meta is its offset in the metadata file.
func appendIndexEntry(dst []byte, e indexEntry, meta int64, version int) []byte {
	dst = appendStamp(dst, e.at, version)
	dst = wire.AppendInt32(dst, int32(e.volume))
	if version == 3 {
		return wire.AppendInt64(wire.AppendInt64(dst, meta), e.off)
	}
	return wire.AppendInt32(wire.AppendInt32(dst, int32(meta)), int32(e.off))
}

func newTimeIndex(entries []indexEntry) timeIndex {
	x := timeIndex{entries: entries, sorted: true}
	for i := 1; i < len(entries) && x.sorted; i++ {
		x.sorted = entries[i-1].precedes(entries[i])
	}
	return x
}

// precedes reports whether neither time nor place of e is after that of f.
func (e indexEntry) precedes(f indexEntry) bool {
	return !e.at.after(f.at) && (e.volume < f.volume || e.volume == f.volume && e.off <= f.off)
}

// search finds the first entry that is not before t, and how many entries can
// be used: the first one beyond the end of the last volume ends them. Entries
// for volumes before the first are passed over.
func (x *timeIndex) search(t stamp, minVolume int, beyond func(indexEntry) bool) (first, usable int) {
	n := len(x.entries)
	if !x.sorted {
		return x.searchUnsorted(t, minVolume, beyond)
	}
	first = sort.Search(n, func(i int) bool {
		e := &x.entries[i]
		return e.volume >= minVolume && !e.at.before(t)
	})
	for n = min(first+1, n); n > 0 && beyond(x.entries[n-1]); n-- {
	}
	return min(first, n), n
}

func (x *timeIndex) searchUnsorted(t stamp, minVolume int, beyond func(indexEntry) bool) (first, usable int) {
	n := len(x.entries)
	for i, e := range x.entries {
		switch {
		case e.volume < minVolume:
		case beyond(e):
			return i, i
		case !e.at.before(t):
			return i, n
		}
	}
	return n, n
}
