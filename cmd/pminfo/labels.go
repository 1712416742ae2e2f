package main

import (
	"context"
	"fmt"

	"pcptools/libpcp"
)

// labelCache keeps the label sets that consecutive metrics share: the labels of
// the context for good, others until the next metric has another domain, cluster
// or instance domain. Cluster labels are requested by the PMID of the current
// metric; an archive finds them only by the first PMID of the cluster.
type labelCache struct {
	context                                 []libpcp.LabelSet
	known                                   bool
	domain, cluster, item, indom, instances cachedLabels
}

// cachedLabels is the label sets of one class that were asked for last.
type cachedLabels struct {
	key   uint32
	valid bool
	sets  []libpcp.LabelSet
}

// labelIDs lists the label sets that a metric and its instances may have.
func labelIDs(d libpcp.Desc) []libpcp.LabelID {
	ids := []libpcp.LabelID{
		{Class: libpcp.LabelContext, Ident: uint32(libpcp.NullPMID)},
		{Class: libpcp.LabelDomain, Ident: d.PMID.Domain()},
		{Class: libpcp.LabelCluster, Ident: uint32(d.PMID)},
		{Class: libpcp.LabelItem, Ident: uint32(d.PMID)},
	}
	if d.InDom != libpcp.NullInDom {
		ids = append(ids,
			libpcp.LabelID{Class: libpcp.LabelDomain, Ident: d.InDom.Domain()},
			libpcp.LabelID{Class: libpcp.LabelInDom, Ident: uint32(d.InDom)},
			libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(d.InDom)})
	}
	return ids
}

// cached returns the label sets of a class, asking only when key has changed.
func (r *reporter) cached(ctx context.Context, c *cachedLabels, class libpcp.LabelClass, ident, key uint32) []libpcp.LabelSet {
	if !c.valid || c.key != key {
		*c = cachedLabels{key: key, valid: true, sets: r.labelSets(ctx, class, ident)}
	}
	return c.sets
}

// contextLabels returns the labels of the source; one without any is known by
// its host's name.
func (r *reporter) contextLabels(ctx context.Context) []libpcp.LabelSet {
	if !r.labels.known {
		r.labels.known = true
		r.labels.context = r.labelSets(ctx, libpcp.LabelContext, uint32(libpcp.NullPMID))
		if len(r.labels.context) == 0 {
			host := libpcp.Label{Name: "hostname", Value: `"` + r.c.HostName(ctx) + `"`, Flags: uint8(libpcp.LabelContext)}
			r.labels.context = []libpcp.LabelSet{{Inst: libpcp.NullInst, Labels: []libpcp.Label{host}}}
		}
	}
	return r.labels.context
}

// domainSets returns the sets of the source, an agent and an instance domain.
// With identifiers of series, PCP's pminfo asks for the labels of the null
// domain after a metric with a domain. The request is useless, so it is made
// only where it shows.
func (r *reporter) domainSets(ctx context.Context, domain uint32, d libpcp.InDom) []libpcp.LabelSet {
	var sets []libpcp.LabelSet
	sets = append(sets, r.contextLabels(ctx)...)
	sets = append(sets, r.cached(ctx, &r.labels.domain, libpcp.LabelDomain, domain, domain)...)
	if d != libpcp.NullInDom || r.inTurn && r.series {
		sets = append(sets, r.cached(ctx, &r.labels.indom, libpcp.LabelInDom, uint32(d), uint32(d))...)
	}
	return sets
}

// metricSets returns the sets that apply to a metric as a whole, with the sets
// of an agent: the metric's, or for the instances of a derived metric their
// domain's.
func (r *reporter) metricSets(ctx context.Context, domain uint32, d libpcp.Desc) []libpcp.LabelSet {
	sets := r.domainSets(ctx, domain, d.InDom)
	cluster := d.PMID.Domain()<<12 | d.PMID.Cluster()
	sets = append(sets, r.cached(ctx, &r.labels.cluster, libpcp.LabelCluster, uint32(d.PMID), cluster)...)
	return append(sets, r.cached(ctx, &r.labels.item, libpcp.LabelItem, uint32(d.PMID), uint32(d.PMID))...)
}

// merge merges label sets into their JSON text; what names them in the report
// of a failure.
func (r *reporter) merge(sets []libpcp.LabelSet, keep func(libpcp.Label) bool, what string) (string, bool) {
	merged, err := libpcp.MergeLabels(keep, sets...)
	if err != nil {
		fmt.Fprintf(r.errOut, "%s: %s merge failed: %s\n", r.prog, what, r.errorText(err))
		return "", false
	}
	return merged.JSON, true
}

// metricLabels writes the labels of a metric.
func (r *reporter) metricLabels(ctx context.Context, d libpcp.Desc) {
	if labels, ok := r.merge(r.metricSets(ctx, d.PMID.Domain(), d), nil, "metric "+d.PMID.String()+" labels"); ok {
		fmt.Fprintf(r.out, "    labels %s\n", labels)
	}
}

// inDomLabels writes the labels of an instance domain.
func (r *reporter) inDomLabels(ctx context.Context, d libpcp.InDom) {
	if labels, ok := r.merge(r.domainSets(ctx, d.Domain(), d), nil, "indom "+d.String()+" labels"); ok {
		fmt.Fprintf(r.out, "    labels %s\n", labels)
	}
}

// instanceLabels writes the labels of a metric's instances that have labels of
// their own, or else of all instances.
func (r *reporter) instanceLabels(ctx context.Context, d libpcp.Desc) {
	if d.InDom == libpcp.NullInDom {
		return
	}
	sets := r.metricSets(ctx, d.InDom.Domain(), d)
	r.eachInstance(ctx, d, func(inst int32, name string, known bool, own []libpcp.LabelSet) {
		if labels, ok := r.merge(append(sets[:len(sets):len(sets)], own...), nil, d.InDom.String()+" instances labels"); ok {
			r.line = appendInstance(r.line[:0], inst, orDisappeared(name, known))
			fmt.Fprintf(r.out, "%s labels %s\n", r.line, labels)
		}
	})
}

func orDisappeared(name string, known bool) string {
	if known {
		return name
	}
	return disappeared
}

// eachInstance calls f for the instances of a metric that have labels of
// their own, with those, or for all instances if none has.
func (r *reporter) eachInstance(ctx context.Context, d libpcp.Desc, f func(inst int32, name string, known bool, own []libpcp.LabelSet)) {
	r.use(ctx, d.InDom)
	sets := r.cached(ctx, &r.labels.instances, libpcp.LabelInstances, uint32(d.InDom), uint32(d.InDom))
	for i := range sets {
		name, known := r.indom.name(sets[i].Inst)
		f(sets[i].Inst, name, known, sets[i:i+1])
	}
	if len(sets) > 0 {
		return
	}
	for _, inst := range r.indom.list {
		f(inst.ID, inst.Name, true, nil)
	}
}
