package logfile

import "encoding/binary"

// Every record but an entry of the index is, with its own length in bytes,
//
//	 0     length, i32
//	 4     payload
//	len-4  length, i32
const Overhead = 8

// MaxRecord bounds the length of records, which are PDUs or not longer.
const MaxRecord = 64 << 20

// The types of metadata records. Each is used by one version of the format,
// but readers accept them all.
const (
	TypeDesc       = 1
	TypeInDom2     = 2
	TypeLabels2    = 3
	TypeText       = 4
	TypeInDom3     = 5
	TypeInDomDelta = 6
	TypeLabels3    = 7
)

// typeVersion is the version of the format that has a type of record.
func typeVersion(typ uint32) int {
	if typ == TypeInDom2 || typ == TypeLabels2 {
		return 2
	}
	return 3
}

// Begin starts a record in a buffer: the bytes appended from then on are its
// payload.
func Begin(buf []byte) []byte { return append(buf[:0], 0, 0, 0, 0) }

// End completes a record that Begin has started.
func End(rec []byte) []byte {
	binary.BigEndian.PutUint32(rec, uint32(len(rec)+4))
	return append(rec, rec[:4]...)
}
