package pick

import (
	"bytes"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// A Memory has values as they were the last time, for the condition "changed".
type Memory struct{ report.Memory[libpcp.Atom] }

// Memory returns the memory that conditions need, or nil.
func (p *Pick) Memory() *Memory {
	if !p.changes {
		return nil
	}
	return new(Memory)
}

// Changes reports whether a condition is about changes.
func (p *Pick) Changes() bool { return p.changes }

// WhereChanged selects values that have changed, unless the user gives a
// condition.
func (p *Pick) WhereChanged() {
	if p.changes = true; p.where == nil {
		p.where = changed
	}
}

func changed(v *report.Value) bool { return v.Changed }

// Mark remembers the values of a metric, and marks values that differ from the
// last time, and new ones. A rate marks a counter that has risen. The
// first time nothing has changed.
func (m *Memory) Mark(of *report.Metric) {
	if of.Values == nil {
		return
	}
	for v := range of.Values.All {
		if v.Atom != nil {
			m.Put(report.PlaceOf("", of.Name, v.Instance), report.Cloned(*v.Atom))
		}
	}
	last, rate, name := m.Memory, of.Rate, of.Name // the record may move before its values are made
	of.Values = of.Values.Map(func(v *report.Value) {
		v.Changed, v.Old = false, nil
		switch old, known := last.Last(report.PlaceOf("", name, v.Instance)); {
		case v.Atom == nil || last.First():
		case rate:
			v.Changed = v.Atom.Float64() != 0
		case !known:
			v.Changed = true
		case !same(old, *v.Atom):
			v.Changed, v.Old = true, &old
		}
	})
}

func same(a, b libpcp.Atom) bool {
	if a.Type.Numeric() && b.Type.Numeric() {
		return numberOf(a).compare(numberOf(b)) == 0
	}
	return a.Type == b.Type && bytes.Equal(a.Bytes(), b.Bytes())
}
