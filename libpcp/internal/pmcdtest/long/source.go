package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"pcptools/libpcp"
)

// source has metrics of which one reply or another has about size bytes.
type source struct{ size int }

const domain = 250

// special are the metrics besides the many below "names", by item.
var special = []struct {
	name  string
	typ   libpcp.Type
	indom uint32 // serial, 0 for none
}{
	{name: "long.text", typ: libpcp.Type32},
	{name: "long.instances", typ: libpcp.TypeU32, indom: 1},
	{name: "long.strings", typ: libpcp.TypeString, indom: 1},
	{name: "long.string", typ: libpcp.TypeString},
	{name: "long.aggregate", typ: libpcp.TypeAggregate},
	{name: "long.parameters", typ: libpcp.TypeEvent},
	{name: "long.records", typ: libpcp.TypeHighResEvent},
	{name: "long.labels", typ: libpcp.TypeU32, indom: 2},
}

const specialCluster = 4095

func (s *source) desc(id libpcp.PMID) (libpcp.Desc, error) {
	d := libpcp.Desc{PMID: id, Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
	if id.Domain() != domain || id.Cluster() == specialCluster && int(id.Item()) >= len(special) {
		return d, libpcp.ErrPMID
	}
	if id.Cluster() == specialCluster {
		m := special[id.Item()]
		if d.Type = m.typ; m.indom != 0 {
			d.InDom = libpcp.NewInDom(domain, m.indom)
		}
	}
	return d, nil
}

// The many names: seven bytes, which take twelve in a PDU. They are fewer, since a
// client asks about each one alone.
func (s *source) names() int { return min(s.size/24, 4000<<10) }

func name(i int) string { return fmt.Sprintf("n.%05s", strconv.FormatInt(int64(i), 36)) }

func (s *source) id(of string) libpcp.PMID {
	for item, m := range special {
		if m.name == of {
			return libpcp.NewPMID(domain, specialCluster, uint32(item))
		}
	}
	digits, ok := strings.CutPrefix(of, "n.")
	n, err := strconv.ParseUint(digits, 36, 32)
	if !ok || err != nil || int(n) >= s.names() {
		return libpcp.NullPMID
	}
	return libpcp.NewPMID(domain, uint32(n)>>10, uint32(n))
}

// Ask implements [libpcp.Source].
func (s *source) Ask(_ context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.LookupQuery:
			q.Replies = s.lookup(q.Names)
		case *libpcp.NamesQuery:
			q.Names, q.Err = s.namesOf(q.ID)
		case *libpcp.TraverseQuery:
			var names []string
			names, q.Err = s.traverse(q.Name)
			q.Names = libpcp.NameListOf(names)
		case *libpcp.DescsQuery:
			q.Replies = s.descs(q.IDs)
		case *libpcp.InstancesQuery:
			q.Instances, q.Err = s.list(q.InDom)
		case *libpcp.InstanceNameQuery, *libpcp.InstanceIDQuery:
			q.Fail(libpcp.ErrInst)
		case *libpcp.TextQuery:
			q.Text, q.Err = s.text(q.ID)
		case *libpcp.LabelsQuery:
			q.Sets, q.Err = s.labels(q.ID)
		case *libpcp.FetchQuery:
			q.Result, q.Err = s.fetch(q.IDs, q.Profile)
		case *libpcp.HostNameQuery:
			q.Name, q.Err = "long.example", nil
		case *libpcp.TimezoneQuery:
			q.Zone, q.Err = "UTC", nil
		default:
			q.Decline()
		}
	}
}

func (s *source) lookup(names []string) []libpcp.LookupReply {
	replies := make([]libpcp.LookupReply, len(names))
	for i, name := range names {
		if replies[i].ID = s.id(name); replies[i].ID == libpcp.NullPMID {
			replies[i].Err = libpcp.ErrName
		}
	}
	return replies
}

func (s *source) namesOf(id libpcp.PMID) ([]string, error) {
	if _, err := s.desc(id); err != nil {
		return nil, err
	}
	if id.Cluster() == specialCluster {
		return []string{special[id.Item()].name}, nil
	}
	return []string{name(int(id.Cluster())<<10 | int(id.Item()))}, nil
}

func (s *source) traverse(of string) ([]string, error) {
	switch {
	case of == "n":
		names := make([]string, s.names())
		for i := range names {
			names[i] = name(i)
		}
		return names, nil
	case s.id(of) != libpcp.NullPMID:
		return []string{of}, nil
	}
	return nil, libpcp.ErrName
}

func (s *source) descs(ids []libpcp.PMID) []libpcp.DescReply {
	replies := make([]libpcp.DescReply, len(ids))
	for i, id := range ids {
		replies[i].Desc, replies[i].Err = s.desc(id)
	}
	return replies
}

// instances is how many instances a domain has: as many as the reply about
// them, or about their labels, has room for.
func (s *source) instances(d libpcp.InDom) int {
	if d.Serial() == 2 {
		return min(s.size, 11<<20) / 64
	}
	return s.size / 16
}

func (s *source) list(d libpcp.InDom) ([]libpcp.Instance, error) {
	if d.Domain() != domain || d.Serial() != 1 && d.Serial() != 2 {
		return nil, libpcp.ErrInDom
	}
	list := make([]libpcp.Instance, s.instances(d))
	for i := range list {
		list[i] = libpcp.Instance{ID: int32(i), Name: fmt.Sprintf("i%07d", i)}
	}
	return list, nil
}

func (s *source) text(id libpcp.TextID) (string, error) {
	if id.Ident != uint32(s.id("long.text")) {
		return "a text", nil
	}
	return strings.Repeat("Words of \u201chelp\u201d, in lines.\n", s.size/32), nil
}

func (s *source) labels(id libpcp.LabelID) ([]libpcp.LabelSet, error) {
	if d := libpcp.InDom(id.Ident); id.Class != libpcp.LabelInstances || d.Serial() != 2 {
		return nil, nil
	}
	sets := make([]libpcp.LabelSet, s.instances(libpcp.InDom(id.Ident)))
	for i := range sets {
		value := fmt.Sprintf(`"v%07d"`, i)
		sets[i] = libpcp.LabelSet{Inst: int32(i), JSON: `{"label":` + value + `}`,
			Labels: []libpcp.Label{{Name: "label", Value: value, Flags: uint8(libpcp.LabelInstances)}}}
	}
	return sets, nil
}

func (s *source) fetch(ids []libpcp.PMID, profile *libpcp.Profile) (*libpcp.Result, error) {
	r := &libpcp.Result{Time: time.Now()}
	for _, id := range ids {
		set := libpcp.ValueSet{PMID: id}
		if desc, err := s.desc(id); err != nil {
			set.Err = err
		} else {
			s.fill(&set, desc, profile)
		}
		r.Sets = append(r.Sets, set)
	}
	return r, nil
}

func (s *source) fill(set *libpcp.ValueSet, desc libpcp.Desc, profile *libpcp.Profile) {
	if set.Format = libpcp.PointerDynamic; desc.Type == libpcp.TypeU32 {
		set.Format = libpcp.InSitu
	}
	if desc.InDom == libpcp.NullInDom {
		set.Values = []libpcp.Value{{Inst: libpcp.NullInst, Word: 7}}
		if desc.Type != libpcp.TypeU32 && desc.Type != libpcp.Type32 {
			set.Values[0] = libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: desc.Type, Data: s.data(desc.Type)})
		}
		return
	}
	short := libpcp.AppendBlock(nil, libpcp.Block{Type: libpcp.TypeString, Data: []byte("string\x00")})
	for i := range s.instances(desc.InDom) {
		switch {
		case !profile.Includes(desc.InDom, int32(i)):
		case desc.Type == libpcp.TypeU32:
			set.Values = append(set.Values, libpcp.Value{Inst: int32(i), Word: uint32(i)})
		default:
			set.Values = append(set.Values, libpcp.EncodedValue(int32(i), short))
		}
	}
}

// data is the value of a singular metric. A block cannot be as long as a PDU.
func (s *source) data(t libpcp.Type) []byte {
	size := min(s.size, libpcp.MaxBlock-64)
	switch t {
	case libpcp.TypeEvent:
		return events(1, size/12)
	case libpcp.TypeHighResEvent:
		return highResEvents(size / 32)
	case libpcp.TypeString:
		return append(bytesOf("Words in \u201clines\u201d.\n", size), 0)
	}
	return bytesOf("\x00\x01\xfe", size)
}

func bytesOf(text string, size int) []byte { return slices.Repeat([]byte(text), size/len(text)) }

// events is an array of records with some parameters each: numbers.
func events(records, params int) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(records))
	for range records {
		b = binary.BigEndian.AppendUint64(b, 1700000000<<32)
		b = binary.BigEndian.AppendUint32(b, uint32(libpcp.EventPoint))
		b = binary.BigEndian.AppendUint32(b, uint32(params))
		for i := range params {
			b = appendParam(b, i)
		}
	}
	return b
}

func highResEvents(records int) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(records))
	for i := range records {
		b = binary.BigEndian.AppendUint64(b, 1700000000)
		b = binary.BigEndian.AppendUint64(b, uint64(i))
		b = binary.BigEndian.AppendUint32(b, uint32(libpcp.EventPoint))
		b = binary.BigEndian.AppendUint32(b, 1)
		b = appendParam(b, i)
	}
	return b
}

// appendParam appends a parameter of a metric that "long.instances" stands for.
func appendParam(b []byte, value int) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(libpcp.NewPMID(domain, specialCluster, 0)))
	b = binary.BigEndian.AppendUint32(b, uint32(libpcp.Type32)<<24|8)
	return binary.BigEndian.AppendUint32(b, uint32(value))
}

// Close implements libpcp.Source.
func (s *source) Close() error { return nil }
