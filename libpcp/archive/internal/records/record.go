package records

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/internal/wire"
)

// Record has the remembered parts of a data record.
type Record struct {
	At      logfile.Stamp
	schema  *Schema
	offsets []int32 // where it has each value set whose number is a multiple of stride; or none
	volume  *volume
	off     int64 // of its first length in the volume
	length  int32
	count   int32 // of value sets; none is a mark
}

// Schema is the list of metrics in the record.
func (r *Record) Schema() *Schema { return r.schema }

func (r *Record) end() int64 { return r.off + int64(r.length) }

func (r *Record) Mark() bool { return r.count == 0 }

// begins reports whether a record in a file still has the length, time and
// number of value sets that r has.
func (r *Record) begins(b []byte, version int) bool {
	head := wire.NewReader(b)
	return head.Int32() == r.length && logfile.ReadStamp(&head, version) == r.At && head.Int32() == r.count && head.Err() == nil
}

// Values are the value sets of a record, found in their order. They are valid until
// the next read.
type Values struct {
	record Record
	body   []byte
	pos    int // of a set
	set    int // its number
}

// Values reads what a record holds.
func (r *Record) Values() (Values, error) {
	body, err := r.volume.body(*r)
	return Values{record: *r, body: body, pos: r.volume.setsOffset()}, err
}

// Find goes on to a set, which must be of a metric, and returns where in the body
// of the record it is.
func (v *Values) Find(id libpcp.PMID, set int) (body []byte, pos int, err error) {
	if block := set / stride; block < len(v.record.offsets) && v.set < block*stride {
		v.pos, v.set = int(v.record.offsets[block]), block*stride
	}
	pos, ok := logfile.FindSet(id, v.body, v.pos, set-v.set)
	if !ok {
		return nil, 0, changed(v.record.volume.path, v.record.off, "record has changed")
	}
	v.pos, v.set = pos, set
	return v.body, pos, nil
}

// Decode fills an empty set with the values of a metric.
func (v *Values) Decode(into *libpcp.ValueSet, id libpcp.PMID, set int) error {
	if _, _, err := v.Find(id, set); err != nil {
		return err
	}
	return v.decodeNext(into)
}

func (v *Values) decodeNext(into *libpcp.ValueSet) error {
	if !logfile.DecodeSet(into, v.body, v.pos, &v.record.volume.stock) {
		return v.record.Corrupt("value block out of place")
	}
	return nil
}

// All fills empty sets, as many as a record has, with all of its values.
func (r *Record) All(sets []libpcp.ValueSet) error {
	v, err := r.Values()
	if err != nil {
		return err
	}
	for i := range sets {
		if err := v.decodeNext(&sets[i]); err != nil {
			return err
		}
		sets[i].PMID, v.pos = logfile.SetID(v.body, v.pos)
	}
	return nil
}

// Corrupt is the error for a record whose values cannot be used.
func (r *Record) Corrupt(reason string) error { return r.volume.corrupt(r.off, reason) }
