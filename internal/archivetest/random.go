package archivetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"pcptools/libpcp"
)

// Options limits what [Random] makes.
type Options struct {
	// Records is the most records. The default is 40.
	Records int
	// Plain leaves out several records of the same time, records at the very
	// start and marks at the end.
	Plain bool
}

// Random makes up a history: the same for the same seed and options.
func Random(seed uint64, o Options) *History {
	if o.Records == 0 {
		o.Records = 40
	}
	g := &generator{
		Rand: rand.New(rand.NewPCG(seed, 0)),
		o:    o,
		last: make(map[series]number),
	}
	g.h = History{Version: 2 + g.IntN(2), Start: time.Unix(1_500_000_000+g.Int64N(1e8), g.Int64N(1e6)*1000)}
	g.domains()
	g.metrics()
	g.labels()
	g.texts()
	g.records()
	return &g.h
}

type generator struct {
	*rand.Rand
	o    Options
	h    History
	last map[series]number // values so far
}

// chance is true with probability 1/n.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

// oneOf picks an element.
func oneOf[T any](g *generator, list ...T) T { return list[g.IntN(len(list))] }

// instant is a time about as late as records go.
func (g *generator) instant() time.Time {
	return g.h.Start.Add(time.Duration(g.IntN(30_000)) * time.Millisecond)
}

func (g *generator) domains() {
	for i := range g.IntN(3) {
		d := Domain{InDom: libpcp.NewInDom(70, uint32(i))}
		list := g.instances(1 + g.IntN(6))
		if g.chance(4) {
			list = g.instances(14 + g.IntN(6)) // from 16 on, birth and death count
		}
		from := g.h.Start
		for range 1 + g.IntN(4) {
			d.Versions = append(d.Versions, Membership{from, slices.Clone(list)})
			from = from.Add(time.Duration(1+g.IntN(10_000)) * time.Millisecond)
			list = g.change(list)
		}
		g.h.Domains = append(g.h.Domains, d)
	}
}

// instances makes up n instances at most.
func (g *generator) instances(n int) (list []libpcp.Instance) {
	for range n {
		list = g.join(list)
	}
	return list
}

// join adds an instance, unless it is there.
func (g *generator) join(list []libpcp.Instance) []libpcp.Instance {
	inst := libpcp.Instance{ID: int32(g.IntN(40))}
	if g.chance(10) {
		inst.ID = g.Int32()
	}
	i, found := slices.BinarySearchFunc(list, inst, func(a, b libpcp.Instance) int { return int(a.ID) - int(b.ID) })
	if found {
		return list
	}
	inst.Name = fmt.Sprintf(oneOf(g, "i%d", "disk%d", "%06d proc/%[1]d", "a b %d", `q"%d`, "ü%d"), inst.ID)
	return slices.Insert(list, i, inst)
}

// change makes instances come and go, but never all of them.
func (g *generator) change(list []libpcp.Instance) []libpcp.Instance {
	list = slices.Clone(list)
	for range g.IntN(3) {
		if i := g.IntN(len(list)); len(list) > 1 {
			list = slices.Delete(list, i, i+1)
		}
	}
	for range g.IntN(3) {
		list = g.join(list)
	}
	if i := g.IntN(len(list)); g.chance(4) {
		list[i].Name += "x"
	}
	return list
}

func (g *generator) metrics() {
	n := 1 + g.IntN(8)
	for i := range n {
		d := libpcp.Desc{
			PMID:  libpcp.NewPMID(70, uint32(g.IntN(3)), uint32(i)),
			Type:  libpcp.Type(g.IntN(8)),
			InDom: libpcp.NullInDom,
			Sem:   oneOf(g, libpcp.SemCounter, libpcp.SemInstant, libpcp.SemDiscrete),
			Units: g.units(),
		}
		if g.chance(8) {
			d.Type = oneOf(g, libpcp.TypeEvent, libpcp.TypeHighResEvent, libpcp.TypeNoSupport)
		}
		if len(g.h.Domains) > 0 && !g.chance(3) {
			d.InDom = oneOf(g, g.h.Domains...).InDom
		}
		g.h.Metrics = append(g.h.Metrics, Metric{d, g.names(i)})
	}
}

func (g *generator) units() libpcp.Units {
	return oneOf(g, libpcp.NoUnits, libpcp.NoUnits,
		libpcp.Count,
		libpcp.Count+3*libpcp.Ten,
		libpcp.Dimensions{DimSpace: 1, ScaleSpace: uint8(g.IntN(4))}.Units(),
		libpcp.Dimensions{DimTime: 1, ScaleTime: uint8(g.IntN(6))}.Units(),
		libpcp.KByte|libpcp.PerSec,
		libpcp.Dimensions{DimTime: -2, ScaleTime: 5}.Units(),
	)
}

// names are one or more; some metrics share one, or have a name that is the
// beginning of another.
func (g *generator) names(i int) []string {
	names := []string{fmt.Sprintf("%s.m%d", oneOf(g, "top", "top.mid", "other"), i)}
	for g.chance(5) {
		names = append(names, fmt.Sprintf("alias.of_%d.n%d", i, g.IntN(9)))
	}
	if g.chance(12) {
		names = append(names, oneOf(g, "top", "shared", "shared.name"))
	}
	return names
}

func (g *generator) labels() {
	for range g.IntN(5) {
		l := Labels{From: oneOf(g, g.h.Start, g.instant())}
		l.ID.Class = 1 << g.IntN(6)
		l.ID.Ident = 70
		m := oneOf(g, g.h.Metrics...)
		switch l.ID.Class {
		case libpcp.LabelCluster:
			l.ID.Ident = uint32(m.PMID) &^ 0x3ff
		case libpcp.LabelItem:
			l.ID.Ident = uint32(m.PMID)
		case libpcp.LabelInDom, libpcp.LabelInstances:
			if m.InDom == libpcp.NullInDom {
				continue
			}
			l.ID.Ident = uint32(m.InDom)
		}
		l.Sets = []libpcp.LabelSet{g.labelSet(libpcp.NullInst)}
		if l.ID.Class == libpcp.LabelInstances {
			l.Sets = l.Sets[:0]
			for _, inst := range g.h.domain(m.InDom).Versions[0].Instances {
				if g.chance(2) || len(l.Sets) == 0 {
					l.Sets = append(l.Sets, g.labelSet(inst.ID))
				}
			}
		}
		g.h.Labels = append(g.h.Labels, l)
	}
}

// labelSet has its labels in the order of their names, as agents have them.
func (g *generator) labelSet(inst int32) libpcp.LabelSet {
	s := libpcp.LabelSet{Inst: inst}
	for _, name := range []string{"agent", "hostname", "role", "zone"} {
		if g.chance(2) {
			s.Labels = append(s.Labels, libpcp.Label{
				Name:  name,
				Value: oneOf(g, `"text"`, "17", "true", "null", `"two words"`, fmt.Sprint(g.IntN(5))),
				Flags: oneOf(g, uint8(0), uint8(libpcp.LabelOptional)),
			})
		}
	}
	return s
}

func (g *generator) texts() {
	for range g.IntN(4) {
		m := oneOf(g, g.h.Metrics...)
		t := Text{TextID: libpcp.TextID{Kind: libpcp.TextPMID, Ident: uint32(m.PMID)}}
		if m.InDom != libpcp.NullInDom && g.chance(2) {
			t.TextID = libpcp.TextID{Kind: libpcp.TextInDom, Ident: uint32(m.InDom)}
		}
		t.Kind |= oneOf(g, libpcp.TextOneLine, libpcp.TextHelp)
		t.Text = oneOf(g, "", "One line.", "Two\nlines", "Ends in a newline.\n", "\n\n  x")
		g.h.Texts = append(g.h.Texts, t)
	}
}
