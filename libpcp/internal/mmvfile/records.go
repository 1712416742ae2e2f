package mmvfile

import "encoding/binary"

// InDom describes an instance domain.
//
//	 0  serial number
//	 4  number of instances
//	 8  offset of the first
//	16  offset of a short text
//	24  offset of a long text
type InDom struct {
	Serial      uint32
	Count       int32
	Instances   uint64
	Short, Long uint64 // zero for none
}

// Decode reads a record.
func (d *InDom) Decode(b []byte) error {
	r := newReader(b)
	*d = InDom{Serial: r.uint32(), Count: r.int32(), Instances: r.uint64(), Short: r.uint64(), Long: r.uint64()}
	return r.Err()
}

// Append appends the record.
func (d *InDom) Append(dst []byte) []byte {
	dst = appendUint32(appendUint32(dst, d.Serial), uint32(d.Count))
	return appendUint64(appendUint64(appendUint64(dst, d.Instances), d.Short), d.Long)
}

// Instance is a member of an instance domain.
//
//	 0  offset of the domain
//	 8  zero
//	12  internal identifier
//	16  name: 64 bytes in version 1, else the offset of a string
type Instance struct {
	InDom uint64
	ID    int32
	Name  uint64 // offset, of a field of NameSize bytes in version 1
}

// Decode reads a record of a version, which is at an offset.
func (i *Instance) Decode(b []byte, version int32, at uint64) error {
	r := newReader(b)
	*i = Instance{InDom: r.uint64()}
	r.Skip(4)
	i.ID = r.int32()
	if i.Name = at + 16; version != Version1 {
		i.Name = r.uint64()
	}
	return r.Err()
}

// Append appends the record as it is in versions 2 and 3.
func (i *Instance) Append(dst []byte) []byte {
	dst = appendUint32(appendUint64(dst, i.InDom), 0)
	return appendUint64(appendUint32(dst, uint32(i.ID)), i.Name)
}

// AppendV1 appends the record as it is in version 1.
func (i *Instance) AppendV1(dst []byte, name string) []byte {
	dst = appendUint32(appendUint64(dst, i.InDom), 0)
	return AppendText(appendUint32(dst, uint32(i.ID)), name, NameSize)
}

// Metric describes a metric. In version 1
//
//	 0  name
//	64  item number, type, semantics, units, serial number of an instance
//	    domain, zero: 4 bytes each
//	88  offset of a short text
//	96  offset of a long text
//
// and in the others the offset of the name is in place of it.
type Metric struct {
	Name        uint64 // offset, of a field of NameSize bytes in version 1
	Item        uint32
	Type        int32
	Sem         int32
	Units       uint32
	InDom       uint32 // zero and NullInDom for none
	Short, Long uint64 // zero for none
}

// Elapsed is a type that only these files have: microseconds, with the start
// of an interval that has not ended yet.
const Elapsed = 9

// NullInDom is the serial number of no instance domain, as zero is.
const NullInDom = 1<<32 - 1

// Singular reports whether the metric has no instance domain.
func (m *Metric) Singular() bool { return m.InDom == 0 || m.InDom == NullInDom }

// Decode reads a record of a version, which is at an offset.
func (m *Metric) Decode(b []byte, version int32, at uint64) error {
	r := newReader(b)
	name := at
	if version == Version1 {
		r.Skip(NameSize)
	} else {
		name = r.uint64()
	}
	*m = Metric{Name: name, Item: r.uint32(), Type: r.int32(), Sem: r.int32(), Units: r.uint32(), InDom: r.uint32()}
	r.Skip(4)
	m.Short, m.Long = r.uint64(), r.uint64()
	return r.Err()
}

// Append appends the record as it is in versions 2 and 3.
func (m *Metric) Append(dst []byte) []byte { return m.appendRest(appendUint64(dst, m.Name)) }

// AppendV1 appends the record as it is in version 1.
func (m *Metric) AppendV1(dst []byte, name string) []byte {
	return m.appendRest(AppendText(dst, name, NameSize))
}

func (m *Metric) appendRest(dst []byte) []byte {
	for _, v := range [...]uint32{m.Item, uint32(m.Type), uint32(m.Sem), m.Units, m.InDom, 0} {
		dst = appendUint32(dst, v)
	}
	return appendUint64(appendUint64(dst, m.Short), m.Long)
}

// Value is a value as the application keeps it up to date.
//
//	 0  the value: 4 or 8 bytes
//	 8  offset of a string, or the start of an interval
//	16  offset of the metric
//	24  offset of the instance, or zero
type Value struct {
	Bits     uint64
	Extra    uint64
	Metric   uint64
	Instance uint64
}

// Decode reads a record.
func (v *Value) Decode(b []byte) error {
	r := newReader(b)
	*v = Value{Bits: r.uint64(), Extra: r.uint64(), Metric: r.uint64(), Instance: r.uint64()}
	return r.Err()
}

// Word is the value of a type of 4 bytes.
func (v *Value) Word() uint32 {
	var b [8]byte
	binary.NativeEndian.PutUint64(b[:], v.Bits)
	return binary.NativeEndian.Uint32(b[:])
}

// Append appends the record.
func (v *Value) Append(dst []byte) []byte {
	return appendUint64(appendUint64(appendUint64(appendUint64(dst, v.Bits), v.Extra), v.Metric), v.Instance)
}

// Label is a label.
//
//	 0  flags, a class of labels among them
//	 4  cluster, item or serial number of an instance domain
//	 8  internal identifier of an instance, or -1
//	12  a JSON object
type Label struct {
	Flags    uint32
	Identity uint32
	Inst     int32
	JSON     string
}

// LabelText is the field of a label's text, its final zero included.
const LabelText = LabelSize - 12

// Decode reads a record.
func (l *Label) Decode(b []byte) error {
	r := newReader(b)
	*l = Label{Flags: r.uint32(), Identity: r.uint32(), Inst: r.int32(), JSON: r.text(LabelText)}
	return r.Err()
}

// Append appends the record.
func (l *Label) Append(dst []byte) []byte {
	dst = appendUint32(appendUint32(appendUint32(dst, l.Flags), l.Identity), uint32(l.Inst))
	return AppendText(dst, l.JSON, LabelText)
}
