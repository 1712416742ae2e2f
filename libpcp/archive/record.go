package archive

import (
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/internal/wire"
)

// record is what is remembered of a data record.
type record struct {
	off    int64 // of its first length in the volume
	at     logfile.Stamp
	length int32
	sets   int32 // number of value sets; none is a mark
	schema *schema
}

func (r *record) end() int64 { return r.off + int64(r.length) }

func (r *record) mark() bool { return r.sets == 0 }

// like reports whether two records at the same place are the same.
func (r *record) like(q record) bool { return r.length == q.length && r.at == q.at && r.sets == q.sets }

// begins reports whether a record in a file still has the length, time and
// number of value sets that r has.
func (r *record) begins(b []byte, version int) bool {
	head := wire.NewReader(b)
	return head.Int32() == r.length && logfile.ReadStamp(&head, version) == r.at && head.Int32() == r.sets && head.Err() == nil
}
