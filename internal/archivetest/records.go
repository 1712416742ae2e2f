package archivetest

import (
	"slices"
	"time"

	"pcptools/libpcp"
)

// records makes up the data.
func (g *generator) records() {
	at := g.h.Start
	if g.o.Plain || g.chance(2) {
		at = at.Add(g.step())
	}
	n := 1 + g.IntN(g.o.Records)
	for i := range n {
		r := &libpcp.Result{Time: at}
		lastMark := g.o.Plain && i == n-1
		if lastMark || !g.chance(8) {
			r.Sets = g.sets(at)
		}
		if i > 0 && g.chance(15) {
			g.h.Volumes = append(g.h.Volumes, i)
		}
		g.h.Records = append(g.h.Records, r)
		at = at.Add(g.step())
	}
}

// step is the time between two records.
func (g *generator) step() time.Duration {
	d := oneOf(g, time.Millisecond, 100*time.Millisecond, 250*time.Millisecond, time.Second, time.Second, time.Second,
		3*time.Second, time.Duration(g.IntN(5e6))*time.Microsecond, time.Minute)
	if !g.o.Plain && g.chance(8) {
		return 0
	}
	if g.h.Version == 3 && g.chance(3) {
		d += time.Duration(g.IntN(1000))
	}
	return max(d, time.Microsecond)
}

// sets is one value set at least, in any order.
func (g *generator) sets(at time.Time) []libpcp.ValueSet {
	var sets []libpcp.ValueSet
	for i := range g.h.Metrics {
		if !g.chance(3) {
			sets = append(sets, g.set(&g.h.Metrics[i].Desc, at))
		}
	}
	if len(sets) == 0 {
		sets = append(sets, g.set(&g.h.Metrics[0].Desc, at))
	}
	if g.chance(4) {
		g.Shuffle(len(sets), func(i, j int) { sets[i], sets[j] = sets[j], sets[i] })
	}
	return sets
}

func (g *generator) set(d *libpcp.Desc, at time.Time) libpcp.ValueSet {
	s := libpcp.ValueSet{PMID: d.PMID}
	if d.Type == libpcp.TypeNoSupport || g.chance(15) {
		s.Err = oneOf[error](g, nil, libpcp.ErrAppVersion, libpcp.ErrAgain, libpcp.ErrPMID)
		return s
	}
	insts := []int32{libpcp.NullInst}
	if d.InDom != libpcp.NullInDom {
		insts = g.present(d.InDom, at)
	}
	for _, inst := range insts {
		v, format, err := libpcp.NewValue(inst, g.atom(d, inst))
		if err != nil {
			panic(err)
		}
		s.Format = format
		s.Values = append(s.Values, v)
	}
	return s
}

// present picks some of a domain's instances at a time, now and then in
// another order than theirs.
func (g *generator) present(indom libpcp.InDom, at time.Time) (insts []int32) {
	for _, inst := range g.h.domain(indom).at(at) {
		if !g.chance(6) {
			insts = append(insts, inst.ID)
		}
	}
	if g.chance(4) {
		slices.Reverse(insts)
	}
	return insts
}

// at is the instances at a time.
func (d *Domain) at(t time.Time) (list []libpcp.Instance) {
	for _, v := range d.Versions {
		if !v.From.After(t) {
			list = v.Instances
		}
	}
	return list
}
