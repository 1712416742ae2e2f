package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
)

// long has metrics of which one reply or another has about size bytes: some
// special ones, and many below the name n, which are made when they are asked for.
type long struct {
	*sourcetest.Memory
	size int
}

const domain = 250

// special are the metrics besides the many, by item.
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

// newLong makes the special metrics. Of a domain there are as many instances as
// the reply about them, or about their labels, has room for.
func newLong(size int) *long {
	s := &long{Memory: &sourcetest.Memory{Now: time.Now, InDoms: make(map[libpcp.InDom][]libpcp.Instance)}, size: size}
	for serial, n := range map[uint32]int{1: size / 16, 2: min(size, 11<<20) / 64} {
		list := make([]libpcp.Instance, n)
		for i := range list {
			list[i] = libpcp.Instance{ID: int32(i), Name: fmt.Sprintf("i%07d", i)}
		}
		s.InDoms[libpcp.NewInDom(domain, serial)] = list
	}
	for item, m := range special {
		d := desc(libpcp.NewPMID(domain, specialCluster, uint32(item)))
		if d.Type = m.typ; m.indom != 0 {
			d.InDom = libpcp.NewInDom(domain, m.indom)
		}
		s.Metrics = append(s.Metrics, sourcetest.Metric{Name: m.name, Desc: d, OneLine: "a text",
			Fetch: func() libpcp.ValueSet { return s.set(d) }})
	}
	s.Metrics[0].OneLine = strings.Repeat("Words of \u201chelp\u201d, in lines.\n", size/32)
	return s
}

func desc(id libpcp.PMID) libpcp.Desc {
	return libpcp.Desc{PMID: id, Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
}

// names is the number of the many: their seven bytes take twelve in a PDU. They
// are fewer, since a client asks about each one alone.
func (s *long) names() int { return min(s.size/24, 4000<<10) }

func name(i int) string { return fmt.Sprintf("n.%05s", strconv.FormatInt(int64(i), 36)) }

// number is that of one of the many.
func (s *long) number(of string) (n int, ok bool) {
	digits, ok := strings.CutPrefix(of, "n.")
	i, err := strconv.ParseUint(digits, 36, 32)
	return int(i), ok && err == nil && int(i) < s.names()
}

func oneOfMany(id libpcp.PMID) bool { return id.Domain() == domain && id.Cluster() != specialCluster }

// Ask implements [libpcp.Source].
func (s *long) Ask(ctx context.Context, queries ...libpcp.Query) {
	s.Memory.Ask(ctx, queries...)
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.LookupQuery:
			for i, name := range q.Names {
				if n, ok := s.number(name); ok {
					q.Replies[i] = libpcp.LookupReply{ID: libpcp.NewPMID(domain, uint32(n)>>10, uint32(n))}
				}
			}
		case *libpcp.NamesQuery:
			if oneOfMany(q.ID) {
				q.Names, q.Err = []string{name(int(q.ID.Cluster())<<10 | int(q.ID.Item()))}, nil
			}
		case *libpcp.TraverseQuery:
			s.traverse(q)
		case *libpcp.DescsQuery:
			for i, id := range q.IDs {
				if oneOfMany(id) {
					q.Replies[i] = libpcp.DescReply{Desc: desc(id)}
				}
			}
		case *libpcp.LabelsQuery:
			q.Sets = s.labels(q.ID)
		case *libpcp.FetchQuery:
			for i, id := range q.IDs {
				if oneOfMany(id) {
					q.Result.Sets[i] = s.set(desc(id))
				}
			}
		}
	}
}

func (s *long) traverse(q *libpcp.TraverseQuery) {
	if _, ok := s.number(q.Name); ok {
		q.Names, q.Err = libpcp.NameListOf([]string{q.Name}), nil
	} else if q.Name == "n" {
		names := make([]string, s.names())
		for i := range names {
			names[i] = name(i)
		}
		q.Names, q.Err = libpcp.NameListOf(names), nil
	}
}

func (s *long) labels(id libpcp.LabelID) []libpcp.LabelSet {
	d := libpcp.InDom(id.Ident)
	if id.Class != libpcp.LabelInstances || d.Serial() != 2 {
		return nil
	}
	sets := make([]libpcp.LabelSet, len(s.InDoms[d]))
	for i := range sets {
		value := fmt.Sprintf(`"v%07d"`, i)
		sets[i] = libpcp.LabelSet{Inst: int32(i), JSON: `{"label":` + value + `}`,
			Labels: []libpcp.Label{{Name: "label", Value: value, Flags: uint8(libpcp.LabelInstances)}}}
	}
	return sets
}

// set has a value for each instance.
func (s *long) set(desc libpcp.Desc) libpcp.ValueSet {
	set := libpcp.ValueSet{PMID: desc.PMID, Format: libpcp.PointerDynamic}
	if desc.Type == libpcp.TypeU32 {
		set.Format = libpcp.InSitu
	}
	if desc.InDom == libpcp.NullInDom {
		set.Values = []libpcp.Value{{Inst: libpcp.NullInst, Word: 7}}
		if desc.Type != libpcp.TypeU32 && desc.Type != libpcp.Type32 {
			set.Values[0] = libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: desc.Type, Data: s.data(desc.Type)})
		}
		return set
	}
	short := libpcp.AppendBlock(nil, libpcp.Block{Type: libpcp.TypeString, Data: []byte("string\x00")})
	for i := range s.InDoms[desc.InDom] {
		v := libpcp.Value{Inst: int32(i), Word: uint32(i)}
		if desc.Type != libpcp.TypeU32 {
			v = libpcp.EncodedValue(int32(i), short)
		}
		set.Values = append(set.Values, v)
	}
	return set
}

// data is the value of a singular metric. A block cannot be as long as a PDU.
func (s *long) data(t libpcp.Type) []byte {
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

// counted is a script that then writes how many bytes were sent.
func counted(script pmcdtest.Script) pmcdtest.Script {
	return func(c *pmcdtest.Conn) {
		sent := &counter{Conn: c.Conn}
		c.Conn = sent
		script(c)
		fmt.Println(sent.bytes)
	}
}

// counter is a connection that counts the bytes sent.
type counter struct {
	net.Conn
	bytes int
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.bytes += n
	return n, err
}
