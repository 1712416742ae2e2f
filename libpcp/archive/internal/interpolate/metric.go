package interpolate

import (
	"cmp"
	"context"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/records"
	"pcptools/libpcp/internal/logfile"
)

// metric is the memory of a metric that is being interpolated.
type metric struct {
	desc   libpcp.Desc
	known  bool // described, with a type that can have values
	active bool
	marked bool             // a mark was skipped since its last values
	count  int              // values that the previous fetch returned
	format int              // of its value sets, or noFormat
	set    *libpcp.ValueSet // of the present fetch

	domain *records.Domain // or nil
	choice choice          // of the instances of tracks
	tracks []track         // of the instances that the profile includes
	slots  map[int32]int32 // track of an instance
	order  []int32         // tracks as results list them
	seen   []seen          // each value of the last record
}

// seen says that a value was of an instance that has a track, or none.
type seen struct{ inst, track int32 }

const noTrack = -1

const noFormat = -1

// manyInstances is the size of a domain from which on instances are not
// looked for outside their lifetime.
const manyInstances = 16

// newMetric begins to remember a metric: from now on it has all instances that its
// domain ever had.
func (p *Interpolator) newMetric(id libpcp.PMID, profile *libpcp.Profile) (*metric, error) {
	m := &metric{format: noFormat}
	m.desc, m.known = p.meta.Desc(id)
	m.desc.PMID = id
	m.known = m.known && m.desc.Type != libpcp.TypeNoSupport
	if !m.known {
		return m, nil
	}
	if m.desc.InDom == libpcp.NullInDom {
		m.tracks, m.order = []track{newTrack(libpcp.NullInst)}, []int32{0}
		return m, nil
	}
	m.domain = p.meta.Domain(m.desc.InDom)
	return m, p.choose(m, choiceOf(profile, m.desc.InDom))
}

// include has a metric follow the instances that a profile asks for.
func (p *Interpolator) include(m *metric, profile *libpcp.Profile) error {
	if m.domain == nil {
		return nil
	}
	if c := choiceOf(profile, m.desc.InDom); !c.equal(m.choice) {
		return p.choose(m, c)
	}
	return nil
}

// choose begins to follow the instances of a choice, and no others. Instances of the
// previous choice keep the values read.
func (p *Interpolator) choose(m *metric, c choice) error {
	if m.domain == nil {
		return nil
	}
	all, err := m.domain.Count(context.Background())
	if err != nil {
		return err
	}
	before, slots, included, room := m.tracks, m.slots, c.set(), all
	if c.exclude {
		room = min(all, len(c.insts))
	}
	m.tracks, m.slots, m.seen = make([]track, 0, room), make(map[int32]int32, room), m.seen[:0]
	largest, err := m.domain.EachLife(context.Background(), func(inst int32, from, until logfile.Stamp, ever bool) {
		if !included(inst) {
			return
		}
		m.slots[inst] = int32(len(m.tracks))
		if slot, ok := slots[inst]; ok {
			m.tracks = append(m.tracks, before[slot])
			return
		}
		t := newTrack(inst)
		t.listed.from = p.seconds(from)
		if !ever {
			t.listed.to = p.seconds(until)
		}
		m.tracks = append(m.tracks, t)
	})
	if largest < manyInstances {
		for i := range m.tracks {
			m.tracks[i].listed = always
		}
	}
	m.arrange(uint32(all))
	m.choice = c.clone()
	return err
}

// arrange finds the order of instances in results: the order of a hash table with
// so many buckets, in which the latest entry of a bucket comes first.
func (m *metric) arrange(buckets uint32) {
	m.order = make([]int32, len(m.tracks))
	for i := range m.order {
		m.order[i] = int32(i)
	}
	slices.SortFunc(m.order, func(i, j int32) int {
		a, b := uint32(m.tracks[i].inst)%buckets, uint32(m.tracks[j].inst)%buckets
		return cmp.Or(cmp.Compare(a, b), cmp.Compare(j, i))
	})
}
