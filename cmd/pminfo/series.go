package main

import (
	"context"
	"fmt"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// notOptional keeps the labels that identify a time series.
func notOptional(l libpcp.Label) bool { return !l.Optional() }

// metricSeries writes the identifiers of the source and of a metric's time
// series.
func (r *reporter) metricSeries(ctx context.Context, m metric) {
	if labels, ok := r.merge(r.contextLabels(ctx), notOptional, "source labels"); ok {
		fmt.Fprintf(r.out, "    Source: %s\n", format.SourceID(labels))
	}
	if labels, ok := r.merge(r.metricSets(ctx, m.desc.PMID.Domain(), m.desc), notOptional, "metric "+m.id.String()+" labels"); ok {
		fmt.Fprintf(r.out, "    Series: %s\n", format.MetricSeries(m.name, labels, m.desc, r.notation))
	}
}

// instanceSeries writes the identifiers of the time series of a metric's
// instances.
func (r *reporter) instanceSeries(ctx context.Context, d libpcp.Desc) {
	if d.InDom == libpcp.NullInDom {
		return
	}
	sets := r.domainSets(ctx, d.InDom.Domain(), d.InDom)
	r.eachInstance(ctx, d, func(inst int32, name string, known bool, own []libpcp.LabelSet) {
		labels, ok := r.merge(append(sets[:len(sets):len(sets)], own...), nil, d.InDom.String()+" instances labels")
		if !ok {
			return
		}
		hashed := name
		if !known {
			hashed = "???"
		}
		r.line = appendInstance(r.line[:0], inst, orDisappeared(name, known))
		fmt.Fprintf(r.out, "%s series %s\n", r.line, format.InstanceSeries(hashed, labels))
	})
}
