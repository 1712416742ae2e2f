package interpolate

import (
	"context"
	"math"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// metric is what is remembered of a metric that is being interpolated.
type metric struct {
	desc        libpcp.Desc
	known       bool // described, with a type that can have values
	active      bool
	marked      bool // a mark was skipped in this fetch
	count       int  // values that the previous fetch returned
	countBefore int  // what count was when this fetch began
	format      int  // of its value sets, or noFormat
	tracks      []track
	slots       map[int32]int32  // track of an instance
	seen        []int32          // track of each value of the last record
	order       []int32          // tracks as results list them
	set         *libpcp.ValueSet // of the present fetch
}

const noFormat = -1

// manyInstances is the size of a domain from which on instances are not
// looked for outside their lifetime.
const manyInstances = 16

// newMetric begins to remember a metric: its instances are, from now on, those
// that its domain ever had.
func (p *Interpolator) newMetric(id libpcp.PMID) (*metric, error) {
	m := &metric{format: noFormat}
	m.desc, m.known = p.meta.Desc(id)
	m.desc.PMID = id
	m.known = m.known && m.desc.Type != libpcp.TypeNoSupport
	if !m.known {
		return m, nil
	}
	if m.desc.InDom == libpcp.NullInDom {
		m.tracks = []track{newTrack(libpcp.NullInst)}
	} else if err := p.addInstances(m); err != nil {
		return nil, err
	}
	m.arrange()
	return m, nil
}

func (p *Interpolator) addInstances(m *metric) error {
	h := p.meta.Domain(m.desc.InDom)
	if h == nil {
		return nil
	}
	largest, err := h.EachLife(context.Background(), func(inst int32, from, until logfile.Stamp, ever bool) {
		t := newTrack(inst)
		t.listedFrom = p.seconds(from)
		if !ever {
			t.listedUntil = p.seconds(until)
		}
		m.tracks = append(m.tracks, t)
	})
	if largest < manyInstances {
		for i := range m.tracks {
			m.tracks[i].listedFrom, m.tracks[i].listedUntil = math.Inf(-1), math.Inf(1)
		}
	}
	return err
}

// arrange finds the order of instances in results, that of the buckets of a
// hash table in which the latest entry of a bucket comes first.
func (m *metric) arrange() {
	n := uint32(len(m.tracks))
	buckets := make([][]int32, n)
	m.slots = make(map[int32]int32, n)
	for i := len(m.tracks) - 1; i >= 0; i-- {
		inst := m.tracks[i].inst
		m.slots[inst] = int32(i)
		buckets[uint32(inst)%n] = append(buckets[uint32(inst)%n], int32(i))
	}
	m.order = make([]int32, 0, n)
	for _, b := range buckets {
		m.order = append(m.order, b...)
	}
}

// include notes which instances a profile asks for. One that it did not ask for before
// has not been followed, and begins anew.
func (m *metric) include(profile *libpcp.Profile) {
	all := profile == nil || !profile.ExcludeAll && len(profile.InDoms) == 0 || m.desc.InDom == libpcp.NullInDom
	for i := range m.tracks {
		t := &m.tracks[i]
		included := all || profile.Includes(m.desc.InDom, t.inst)
		if included && !t.included {
			t.restart()
		}
		t.included = included
	}
}
