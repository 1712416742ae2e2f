package hostile

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"pcptools/libpcp"
)

// state is what a pmcd that changes has between two changes. The metrics are
// always a few of the same, with other numbers, types and domains each time.
type state struct {
	number int
	names  map[string]libpcp.PMID
	descs  map[libpcp.PMID]libpcp.Desc
	indoms map[libpcp.InDom][]libpcp.Instance
}

const (
	domain   = 200
	metrics  = 6
	members  = 5
	inserted = "v" // what strings have before their number
)

var metricNames = []string{"ch.a", "ch.b", "ch.c.d", "ch.c.e"}

// metricTypes are the types that a metric can have, by whether its number is
// even; so is that of all metrics that have its name at some time. What is ever
// a word is never a float, of which a word is an old encoding.
var metricTypes = [][]libpcp.Type{
	{libpcp.Type32, libpcp.TypeU32, libpcp.Type64, libpcp.TypeU64, libpcp.TypeDouble, libpcp.TypeString},
	{libpcp.TypeFloat, libpcp.Type64, libpcp.TypeU64, libpcp.TypeDouble, libpcp.TypeString},
}

// newState makes up a state.
func newState(r *rand.Rand, number int) *state {
	s := &state{number: number, names: make(map[string]libpcp.PMID),
		descs: make(map[libpcp.PMID]libpcp.Desc), indoms: make(map[libpcp.InDom][]libpcp.Instance)}
	for d := range uint32(2) {
		s.indoms[libpcp.NewInDom(domain, d)] = newInstances(r)
	}
	even, odd := r.Perm(metrics/2), r.Perm(metrics/2)
	for i := range metrics {
		item := 2 * even[i/2]
		if i%2 == 1 {
			item = 2*odd[i/2] + 1
		}
		id := libpcp.NewPMID(domain, 0, uint32(item))
		if i < len(metricNames) && r.IntN(8) > 0 {
			s.names[metricNames[i]] = id
		}
		if r.IntN(8) > 0 {
			s.descs[id] = newDesc(r, id)
		}
	}
	return s
}

func newDesc(r *rand.Rand, id libpcp.PMID) libpcp.Desc {
	types := metricTypes[id.Item()%2]
	d := libpcp.Desc{PMID: id, Type: types[r.IntN(len(types))], InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
	if serial := r.IntN(3); serial < 2 {
		d.InDom = libpcp.NewInDom(domain, uint32(serial))
	}
	return d
}

// newInstances are some of the possible ones, with numbers and names that
// belong together for this time only.
func newInstances(r *rand.Rand) (list []libpcp.Instance) {
	names := r.Perm(members)
	for id, name := range names[:r.IntN(members+1)] {
		list = append(list, libpcp.Instance{ID: int32(id), Name: "inst" + strconv.Itoa(name)})
	}
	return list
}

// code is a number that says of which metric and instance, in which state, it
// is the value. All have seven digits, which a float holds.
func (s *state) code(id libpcp.PMID, inst int32) int {
	return 1_000_000*(int(id.Item())+1) + 10*s.number + int(inst) + 1
}

// maxState is the number of the last state that codes have room for.
const maxState = 99_998

// set is the values of a metric.
func (s *state) set(id libpcp.PMID, profile *libpcp.Profile) libpcp.ValueSet {
	d, ok := s.descs[id]
	if !ok {
		return libpcp.ValueSet{PMID: id, Err: libpcp.ErrPMID}
	}
	set := libpcp.ValueSet{PMID: id}
	if d.Type != libpcp.Type32 && d.Type != libpcp.TypeU32 {
		set.Format = libpcp.PointerDynamic
	}
	if d.InDom == libpcp.NullInDom {
		set.Values = []libpcp.Value{encode(d.Type, libpcp.NullInst, s.code(id, libpcp.NullInst))}
		return set
	}
	for _, inst := range s.indoms[d.InDom] {
		if profile.Includes(d.InDom, inst.ID) {
			set.Values = append(set.Values, encode(d.Type, inst.ID, s.code(id, inst.ID)))
		}
	}
	return set
}

// encode makes a value of a number.
func encode(t libpcp.Type, inst int32, n int) libpcp.Value {
	var data []byte
	switch t {
	case libpcp.Type32, libpcp.TypeU32:
		return libpcp.Value{Inst: inst, Word: uint32(n)}
	case libpcp.Type64, libpcp.TypeU64:
		data = binary.BigEndian.AppendUint64(nil, uint64(n))
	case libpcp.TypeFloat:
		data = binary.BigEndian.AppendUint32(nil, math.Float32bits(float32(n)))
	case libpcp.TypeDouble:
		data = binary.BigEndian.AppendUint64(nil, math.Float64bits(float64(n)))
	case libpcp.TypeString:
		data = fmt.Appendf(nil, "%s%d\x00", inserted, n)
	}
	return libpcp.BlockValue(inst, libpcp.Block{Type: t, Data: data})
}
