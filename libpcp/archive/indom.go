package archive

import (
	"encoding/binary"
	"slices"
	"sort"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// domainRecord is the payload of an instance domain record, which it aliases:
//
//	type 2 (version 2), 5 (version 3) or 6 (version 3, a delta)
//	timestamp
//	instance domain
//	number of instances n
//	n identifiers
//	n offsets of names, from the byte after them; in a delta -1 deletes
//	the names, each with its NUL
type domainRecord struct {
	at    stamp
	indom libpcp.InDom
	delta bool
	n     int
	ids   []byte
	offs  []byte
	names []byte
}

// decodeDomain decodes and checks an instance domain record. One without
// instances has n == 0 and nothing else to check.
func decodeDomain(payload []byte) (domainRecord, error) {
	r := wire.NewReader(payload)
	typ := r.Uint32()
	d := domainRecord{delta: typ == recInDomDelta}
	d.at = readStamp(&r, recordVersion(typ))
	d.indom = libpcp.InDom(r.Uint32())
	n := r.Int32()
	if r.Err() == nil && n <= 0 {
		return d, nil
	}
	d.n = r.CheckCount(n, 8)
	d.ids = r.Bytes(4 * d.n)
	d.offs = r.Bytes(4 * d.n)
	d.names = r.Bytes(r.Len())
	if r.Err() != nil || !d.valid() {
		return domainRecord{}, libpcp.ErrLogRec
	}
	return d, nil
}

// domainEntry is an instance as it goes into a record.
type domainEntry struct {
	libpcp.Instance
	deleted bool // in a delta
}

// appendDomain appends the payload of an instance domain record of a type.
func appendDomain(dst []byte, typ uint32, at stamp, indom libpcp.InDom, list []domainEntry) []byte {
	dst = appendStamp(wire.AppendUint32(dst, typ), at, recordVersion(typ))
	dst = wire.AppendUint32(dst, uint32(indom))
	dst = wire.AppendInt32(dst, int32(len(list)))
	for i := range list {
		dst = wire.AppendInt32(dst, list[i].ID)
	}
	off := int32(0)
	for i := range list {
		if list[i].deleted {
			dst = wire.AppendInt32(dst, -1)
			continue
		}
		dst = wire.AppendInt32(dst, off)
		off += int32(len(list[i].Name) + 1)
	}
	for i := range list {
		if !list[i].deleted {
			dst = append(append(dst, list[i].Name...), 0)
		}
	}
	return dst
}

// recordVersion is the version of the format that has a type of record.
func recordVersion(typ uint32) int {
	if typ == recInDom2 || typ == recLabel2 {
		return 2
	}
	return 3
}

func (d *domainRecord) valid() bool {
	for i := range d.n {
		if d.id(i) < 0 || d.offset(i) > len(d.names) || d.offset(i) < 0 && !d.deletes(i) {
			return false
		}
	}
	return true
}

func (d *domainRecord) id(i int) int32 { return int32(binary.BigEndian.Uint32(d.ids[4*i:])) }

func (d *domainRecord) offset(i int) int {
	return int(int32(binary.BigEndian.Uint32(d.offs[4*i:])))
}

func (d *domainRecord) deletes(i int) bool { return d.delta && d.offset(i) == -1 }

func (d *domainRecord) name(i int) string { return cutNUL(d.names[d.offset(i):]) }

// instances are those of a full record, sorted by identifier.
func (d *domainRecord) instances() []libpcp.Instance {
	list := make([]libpcp.Instance, d.n)
	for i := range list {
		list[i] = libpcp.Instance{ID: d.id(i), Name: d.name(i)}
	}
	sortInstances(list)
	return list
}

func sortInstances(list []libpcp.Instance) {
	sort.SliceStable(list, func(i, j int) bool { return list[i].ID < list[j].ID })
}

// apply returns what a delta makes of the instances before it. Deletions of
// unknown instances and additions of known ones are passed over.
func (d *domainRecord) apply(old []libpcp.Instance) []libpcp.Instance {
	changed := make(map[int32]int, d.n)
	for i := range d.n {
		changed[d.id(i)] = i
	}
	var list []libpcp.Instance
	for _, inst := range old {
		i, ok := changed[inst.ID]
		if !ok || !d.deletes(i) {
			list = append(list, inst)
		}
		if ok && !d.deletes(i) {
			delete(changed, inst.ID)
		}
	}
	for id, i := range changed {
		if !d.deletes(i) {
			list = append(list, libpcp.Instance{ID: id, Name: d.name(i)})
		}
	}
	sortInstances(list)
	return list
}

// domainHistory is the versions of one instance domain, the oldest first.
type domainHistory struct {
	versions []domainVersion
	expanded int               // version that list holds, plus one
	list     []libpcp.Instance // of one version
	union    []lifetime        // over all versions, when asked for
	largest  int               // size of the largest version, with union
}

type domainVersion struct {
	at    stamp
	delta bool
	where extent
}

func (v *domainVersion) record() (domainRecord, error) {
	b, err := v.where.bytes(recInDom2, recInDom3, recInDomDelta)
	if err != nil {
		return domainRecord{}, err
	}
	rec, err := decodeDomain(b)
	if err == nil && (rec.n == 0 || rec.at != v.at) {
		err = changed(v.where.file.path, v.where.off, "instance domain has changed")
	}
	return rec, err
}

func (m *metadata) addInDom(payload []byte, where extent) error {
	rec, err := decodeDomain(payload)
	if err != nil || rec.n == 0 {
		return err
	}
	h := m.indoms[rec.indom]
	if h == nil {
		h = new(domainHistory)
		m.indoms[rec.indom] = h
	}
	return h.insert(&rec, domainVersion{rec.at, rec.delta, where})
}

// insert puts a version behind those that are not later. The last of several
// at the same time counts; one that says what another has said is dropped,
// and that one is made the last.
func (h *domainHistory) insert(rec *domainRecord, v domainVersion) error {
	i := len(h.versions)
	for i > 0 && h.versions[i-1].at.after(v.at) {
		i--
	}
	same, err := h.findSame(rec, v, i)
	if err != nil {
		return err
	}
	if same >= 0 {
		v = h.versions[same]
		h.versions = slices.Delete(h.versions, same, same+1)
		i--
	}
	h.versions = slices.Insert(h.versions, i, v)
	return nil
}

// findSame finds the version before i at the time of v that says the same, or
// returns -1.
func (h *domainHistory) findSame(rec *domainRecord, v domainVersion, i int) (int, error) {
	var content []libpcp.Instance
	for i--; i >= 0 && h.versions[i].at == v.at; i-- {
		old := &h.versions[i]
		if content == nil {
			content = rec.content()
		}
		other, err := old.record()
		if err != nil {
			return -1, err
		}
		if old.delta == v.delta && slices.Equal(content, other.content()) {
			return i, nil
		}
	}
	return -1, nil
}

// content is what a record says, comparable; a deleted instance has a name
// that no other can have.
func (d *domainRecord) content() []libpcp.Instance {
	list := make([]libpcp.Instance, d.n)
	for i := range list {
		list[i] = libpcp.Instance{ID: d.id(i), Name: "\x00"}
		if !d.deletes(i) {
			list[i].Name = d.name(i)
		}
	}
	sortInstances(list)
	return list
}

// at returns the instances at a time, sorted by identifier.
func (h *domainHistory) at(t stamp) ([]libpcp.Instance, error) {
	i := sort.Search(len(h.versions), func(i int) bool { return h.versions[i].at.after(t) })
	if i == 0 {
		return nil, libpcp.ErrInDomLog
	}
	return h.expand(i - 1)
}

// expand returns the instances of a version, going back to the nearest full
// record and forward from there.
func (h *domainHistory) expand(i int) ([]libpcp.Instance, error) {
	if h.expanded == i+1 {
		return h.list, nil
	}
	full := i
	for full > 0 && h.versions[full].delta && h.expanded != full+1 {
		full--
	}
	for ; full <= i; full++ {
		if h.expanded == full+1 {
			continue
		}
		if err := h.step(full); err != nil {
			return nil, err
		}
	}
	return h.list, nil
}

// step makes list that of version i; for a delta it must be that of i-1.
func (h *domainHistory) step(i int) error {
	rec, err := h.versions[i].record()
	if err != nil {
		h.expanded, h.list = 0, nil
		return err
	}
	if rec.delta {
		if i == 0 {
			h.list = nil
		}
		h.list = rec.apply(h.list)
	} else {
		h.list = rec.instances()
	}
	h.expanded = i + 1
	return nil
}
