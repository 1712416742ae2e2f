package main

import (
	"slices"

	"pcptools/libpcp"
)

// wantedUnits are the units of an option --units.
type wantedUnits struct {
	text  string
	units libpcp.Units
}

// fit reports whether values of a metric can be converted to the units.
func (w *wantedUnits) fit(d *libpcp.Desc) bool {
	if !d.Type.Numeric() {
		return false
	}
	_, err := libpcp.ConvertScale(libpcp.DoubleAtom(1), d.Units, w.units)
	return err == nil
}

// unitsFor returns the requested units for values of a metric: the last of its
// dimension, or nil.
func (q *request) unitsFor(d *libpcp.Desc) *libpcp.Units {
	for i := range slices.Backward(q.units) {
		if w := &q.units[i]; w.fit(d) {
			return &w.units
		}
	}
	return nil
}

// unusedUnits lists the arguments of --units that no metric is of the
// dimension of.
func (q *request) unusedUnits(metrics []*series) (texts []string) {
	for i := range q.units {
		w := &q.units[i]
		if !slices.ContainsFunc(metrics, func(s *series) bool { return w.fit(s.Desc) }) {
			texts = append(texts, w.text)
		}
	}
	return texts
}
