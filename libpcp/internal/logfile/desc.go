package logfile

import (
	"bytes"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// Desc is a descriptor with the names of its metric:
//
//	 0  type 1
//	 4  PMID
//	 8  data type
//	12  instance domain
//	16  semantics
//	20  units: 4 bits each of dimension in space, time and count and of
//	    scale in space, time and count, 5 of extra unit, 3 of its scale
//	24  number of names, then for each its length and bytes
type Desc struct {
	libpcp.Desc
	Names [][]byte // aliases the payload
}

// Decode decodes a payload into d, whose memory for names is used again.
func (d *Desc) Decode(payload []byte) error {
	r := wire.NewReader(payload)
	r.Skip(4)
	d.PMID = libpcp.PMID(r.Uint32())
	d.Type = libpcp.Type(r.Int32())
	d.InDom = libpcp.InDom(r.Uint32())
	d.Sem = libpcp.Semantics(r.Int32())
	d.Units = libpcp.Units(r.Uint32())
	d.Names = d.Names[:0]
	for n := r.Int32(); n > 0 && r.Err() == nil; n-- {
		name, _, _ := bytes.Cut(r.Bytes(int(r.Int32())), []byte{0})
		d.Names = append(d.Names, name)
	}
	if r.Err() != nil || r.Len() > 0 {
		return libpcp.ErrLogRec
	}
	return nil
}

// AppendDesc appends the payload of a descriptor.
func AppendDesc(dst []byte, d *libpcp.Desc, names []string) []byte {
	dst = wire.AppendUint32(dst, TypeDesc)
	dst = wire.AppendUint32(dst, uint32(d.PMID))
	dst = wire.AppendInt32(dst, int32(d.Type))
	dst = wire.AppendUint32(dst, uint32(d.InDom))
	dst = wire.AppendInt32(dst, int32(d.Sem))
	dst = wire.AppendUint32(dst, uint32(d.Units))
	dst = wire.AppendInt32(dst, int32(len(names)))
	for _, name := range names {
		dst = wire.AppendInt32(dst, int32(len(name)))
		dst = append(dst, name...)
	}
	return dst
}
