package main

import "pcptools/libpcp"

// wantedUnits are the units of an option --units.
type wantedUnits struct {
	text  string
	units libpcp.Units
	used  bool // some metric is of their dimension
}

// unitsFor returns the units that values of a metric are wanted in: those of
// its dimension, the last of several; nil if there are none.
func (p *pmval) unitsFor(d libpcp.Desc) *libpcp.Units {
	if !d.Type.Numeric() {
		return nil
	}
	var found *libpcp.Units
	for i := range p.units {
		w := &p.units[i]
		if _, err := libpcp.ConvertScale(libpcp.DoubleAtom(1), d.Units, w.units); err == nil {
			w.used, found = true, &w.units
		}
	}
	return found
}

// unusedUnits lists the arguments of --units that no metric is of the
// dimension of.
func (p *pmval) unusedUnits() (texts []string) {
	for _, w := range p.units {
		if !w.used {
			texts = append(texts, w.text)
		}
	}
	return texts
}
