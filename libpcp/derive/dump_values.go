package derive

import "pcptools/libpcp"

// typeArgument prints the descriptor of the argument of an anon, which has a
// value once the metric has been evaluated.
func (d *dumper) typeArgument(t *term) {
	if d.steps == nil {
		d.desc(nil, t.desc, libpcp.NullPMID, 0, factor{})
		return
	}
	d.desc(nil, t.desc, libpcp.NullPMID, 1, factor{})
	d.printf("[0] inst=-1, val=0\n")
}

// failed reports whether a term could not be evaluated.
func (d *dumper) failed(t *term) bool { return d.steps != nil && d.steps.results[t].err != nil }

// info prints the descriptor of a term and its values, as far as there are any.
func (d *dumper) info(t *term, id libpcp.PMID, f factor) {
	var result series
	switch {
	case t.op == opDefined:
		result = one(value{libpcp.NullInst, libpcp.Uint32Atom(uint32(truth(t.exists)))})
	case d.steps != nil:
		result = d.steps.results[t]
	}
	count := len(result.values)
	if result.err != nil && t.op == opMetric {
		count = int(libpcp.Code(result.err))
	}
	d.desc(t, t.desc, id, count, f)
	d.values(t, result.values)
}

// values prints the values of a term, with those that are remembered.
func (d *dumper) values(t *term, values []value) {
	var before []value
	if d.steps != nil {
		before = d.steps.before[t]
	}
	for i := range max(len(values), len(before)) {
		d.printf("[%d]", i)
		if i < len(values) {
			d.printf(" inst=%d, val=%s", values[i].inst, appendTraced(nil, values[i].atom))
		}
		if i < len(before) {
			d.printf(" (last inst=%d, val=%s)", before[i].inst, appendTraced(nil, before[i].atom))
		}
		d.printf("\n")
	}
}
