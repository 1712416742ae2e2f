package logfile

import (
	"cmp"
	"encoding/binary"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// InDom is an instance domain from a time on, or how it differs from before. It
// aliases its payload:
//
//	type 2 (version 2), 5 (version 3) or 6 (version 3, a delta)
//	timestamp
//	instance domain
//	number of instances n
//	n identifiers
//	n offsets of names, from the byte after them; in a delta -1 deletes
//	the names, each with its NUL
type InDom struct {
	At    Stamp
	InDom libpcp.InDom
	Delta bool
	Len   int // number of instances
	ids   []byte
	offs  []byte
	names []byte
}

// DecodeInDom decodes and checks a payload. One without instances has nothing
// else to check.
func DecodeInDom(payload []byte) (InDom, error) {
	r := wire.NewReader(payload)
	typ := r.Uint32()
	d := InDom{Delta: typ == TypeInDomDelta}
	d.At = ReadStamp(&r, typeVersion(typ))
	d.InDom = libpcp.InDom(r.Uint32())
	n := r.Int32()
	if r.Err() == nil && n <= 0 {
		return d, nil
	}
	d.Len = r.CheckCount(n, 8)
	d.ids = r.Bytes(4 * d.Len)
	d.offs = r.Bytes(4 * d.Len)
	d.names = r.Bytes(r.Len())
	if r.Err() != nil || !d.valid() {
		return InDom{}, libpcp.ErrLogRec
	}
	return d, nil
}

func (d *InDom) valid() bool {
	for i := range d.Len {
		if d.ID(i) < 0 || d.offset(i) > len(d.names) || d.offset(i) < 0 && !d.Deletes(i) {
			return false
		}
	}
	return true
}

// ID is the identifier of instance i of the record.
func (d *InDom) ID(i int) int32 { return int32(binary.BigEndian.Uint32(d.ids[4*i:])) }

func (d *InDom) offset(i int) int {
	return int(int32(binary.BigEndian.Uint32(d.offs[4*i:])))
}

// Deletes reports whether instance i goes. It has no name then.
func (d *InDom) Deletes(i int) bool { return d.Delta && d.offset(i) == -1 }

// Name is the name of instance i.
func (d *InDom) Name(i int) string { return cutNUL(d.names[d.offset(i):]) }

// Instances returns the instances of a full record, sorted by identifier.
func (d *InDom) Instances() []libpcp.Instance {
	list := make([]libpcp.Instance, d.Len)
	for i := range list {
		list[i] = libpcp.Instance{ID: d.ID(i), Name: d.Name(i)}
	}
	SortInstances(list)
	return list
}

// SortInstances sorts by identifier.
func SortInstances(list []libpcp.Instance) {
	slices.SortStableFunc(list, func(a, b libpcp.Instance) int { return cmp.Compare(a.ID, b.ID) })
}

// A BadDelta is a change of an instance domain that makes no sense after those before
// it: archive.BadDelta.
type BadDelta struct {
	InDom    libpcp.InDom
	Goes     bool
	Change   libpcp.Instance // without a name if it goes
	ChangeAt int             // its place among the changes, by identifier
	Known    libpcp.Instance // the existing instance
	KnownAt  int             // its place in the domain, by identifier
}

// Apply returns what a delta makes of the instances before it, which are sorted by
// identifier as those that it returns. It ignores the deletion of an unknown instance
// and another name for a known one, and reports them.
func (d *InDom) Apply(old []libpcp.Instance, report func(BadDelta)) []libpcp.Instance {
	list := make([]libpcp.Instance, 0, len(old)+d.Len)
	added := 0 // less the removed ones
	for at, change := range d.Content() {
		for len(old) > 0 && old[0].ID <= change.ID {
			list, old = append(list, old[0]), old[1:]
		}
		last := len(list) - 1
		known := last >= 0 && list[last].ID == change.ID
		switch goes := change.Name == Deleted; {
		case known && goes:
			list = list[:last]
			added--
		case goes:
			report(BadDelta{InDom: d.InDom, Goes: true, Change: libpcp.Instance{ID: change.ID}, ChangeAt: at})
		case !known:
			list = append(list, change)
			added++
		case change.Name != list[last].Name:
			report(BadDelta{InDom: d.InDom, Change: change, ChangeAt: at, Known: list[last], KnownAt: last - added})
		}
	}
	return append(list, old...)
}

// Deleted is the name of deleted instances in [InDom.Content], which no other can
// have.
const Deleted = "\x00"

// Content is the content of a record, sorted by identifier and comparable.
func (d *InDom) Content() []libpcp.Instance {
	list := make([]libpcp.Instance, d.Len)
	for i := range list {
		list[i] = libpcp.Instance{ID: d.ID(i), Name: Deleted}
		if !d.Deletes(i) {
			list[i].Name = d.Name(i)
		}
	}
	SortInstances(list)
	return list
}

// InDomEntry is an instance as it goes into a record.
type InDomEntry struct {
	libpcp.Instance
	Deleted bool // in a delta
}

// AppendInDom appends the payload of a record of a type.
func AppendInDom(dst []byte, typ uint32, at Stamp, indom libpcp.InDom, list []InDomEntry) []byte {
	dst = AppendStamp(wire.AppendUint32(dst, typ), at, typeVersion(typ))
	dst = wire.AppendUint32(dst, uint32(indom))
	dst = wire.AppendInt32(dst, int32(len(list)))
	for i := range list {
		dst = wire.AppendInt32(dst, list[i].ID)
	}
	off := int32(0)
	for i := range list {
		if list[i].Deleted {
			dst = wire.AppendInt32(dst, -1)
			continue
		}
		dst = wire.AppendInt32(dst, off)
		off += int32(len(list[i].Name) + 1)
	}
	for i := range list {
		if !list[i].Deleted {
			dst = append(append(dst, list[i].Name...), 0)
		}
	}
	return dst
}
