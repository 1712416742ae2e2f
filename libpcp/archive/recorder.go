package archive

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pcptools/libpcp"
)

// A Recorder records metrics of a context into an archive, as pmlogger(1) does:
// descriptors, help texts and labels once, instance domains whenever instances
// come or go, and a record for each sample. Start with [NewRecorder], and then
// [Recorder.Run].
//
// The archive begins at the time of the first sample, by the clock of the host that is
// measured. A value whose instance has gone before it could be named is left out.
type Recorder struct {
	c       *libpcp.Context
	w       *Writer // nil before the first sample
	base    string
	options WriterOptions

	ids     []libpcp.PMID
	descs   []libpcp.Desc // of ids
	names   [][]string    // of ids
	domains []libpcp.InDom
	named   map[libpcp.InDom]map[int32]bool // instances as last recorded
	last    map[int][]int32                 // instances of a set of the last record
	at      time.Time                       // of the last record
	skipped int
}

// NewRecorder prepares to record metrics, by their names or those of branches above
// them, by default all (pmTraversePMNS(3)), into a new archive; its files are made by
// the first [Recorder.Sample]. Of the options, the start of the label is not used, and
// its host and zone are by default those of the context. The error is of the first
// metric that is not known.
func NewRecorder(ctx context.Context, c *libpcp.Context, base string, options WriterOptions, metrics ...string) (*Recorder, error) {
	r := &Recorder{c: c, base: base, options: options, named: make(map[libpcp.InDom]map[int32]bool), last: make(map[int][]int32)}
	names, err := c.Traverse(ctx, metrics...)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if err := r.add(ctx, name); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return r, nil
}

// add adds a metric; one with several of the names is recorded once.
func (r *Recorder) add(ctx context.Context, name string) error {
	ids, err := r.c.Lookup(ctx, name)
	if err != nil {
		return err
	}
	if i := slices.Index(r.ids, ids[0]); i >= 0 {
		if !slices.Contains(r.names[i], name) {
			r.names[i] = append(r.names[i], name)
		}
		return nil
	}
	desc, err := r.c.Desc(ctx, ids[0])
	if err != nil {
		return err
	}
	if desc.InDom != libpcp.NullInDom && !slices.Contains(r.domains, desc.InDom) {
		r.domains = append(r.domains, desc.InDom)
	}
	r.ids, r.descs, r.names = append(r.ids, ids[0]), append(r.descs, desc), append(r.names, []string{name})
	return nil
}

// Run takes a sample at once and one at each interval, until ctx ends, which is no error.
// After an error of the context the caller can reconnect, call [Recorder.Mark] and Run
// again; Run does not close the archive.
func (r *Recorder) Run(ctx context.Context, interval time.Duration) error {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		if err := r.Sample(ctx); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// Sample fetches the metrics and appends a record, before it what has changed of
// instance domains. A failure of the context leaves the archive as it is; the caller
// can reconnect, call [Recorder.Mark] and go on. If the clock of the host has gone back, the
// sample is left out and counted, since records of an archive are in order of time.
func (r *Recorder) Sample(ctx context.Context) error {
	result, err := r.c.Fetch(ctx, r.ids)
	if err != nil {
		return err
	}
	if result.Time.Before(r.at) {
		r.skipped++
		return nil
	}
	if r.w == nil {
		if err := r.begin(ctx, result.Time); err != nil {
			return err
		}
	}
	if err := r.name(ctx, result); err != nil {
		return err
	}
	if err := r.w.Append(result); err != nil {
		return err
	}
	r.at = result.Time
	return nil
}

// Skipped returns how many samples were left out because the clock had gone back.
func (r *Recorder) Skipped() int { return r.skipped }

// Mark records an interruption after the last sample, across which readers do not
// interpolate. Before the first sample it does nothing.
func (r *Recorder) Mark() error {
	if r.w == nil {
		return nil
	}
	at := r.at.Add(time.Millisecond)
	if err := r.w.Mark(at); err != nil {
		return err
	}
	r.at = at
	return nil
}

// Close completes the archive. Without a sample there is none.
func (r *Recorder) Close() error {
	if r.w == nil {
		return nil
	}
	return r.w.Close()
}

// begin creates the archive and describes the metrics.
func (r *Recorder) begin(ctx context.Context, start time.Time) error {
	l := &r.options.Label
	l.Start = start
	if l.Host == "" {
		l.Host = r.c.HostName(ctx)
	}
	if l.Timezone == "" {
		l.Timezone, _ = r.c.Timezone(ctx) // or else UTC
	}
	w, err := Create(r.base, r.options)
	if err != nil {
		return err
	}
	r.w = w
	for i, desc := range r.descs {
		if err := w.AddDesc(desc, r.names[i]...); err != nil {
			return err
		}
	}
	return r.explain(ctx, start)
}

// explain records the labels and help texts that there are.
func (r *Recorder) explain(ctx context.Context, start time.Time) error {
	var queries []libpcp.Query
	asked := make(map[any]bool)
	labels := func(class libpcp.LabelClass, ident uint32) {
		id := libpcp.LabelID{Class: class, Ident: ident}
		if !asked[id] {
			asked[id] = true
			queries = append(queries, &libpcp.LabelsQuery{ID: id})
		}
	}
	texts := func(kind libpcp.TextKind, ident uint32) {
		for _, length := range []libpcp.TextKind{libpcp.TextOneLine, libpcp.TextHelp} {
			queries = append(queries, &libpcp.TextQuery{ID: libpcp.TextID{Kind: kind | length, Ident: ident}})
		}
	}
	labels(libpcp.LabelContext, uint32(libpcp.NullPMID))
	for _, id := range r.ids {
		labels(libpcp.LabelDomain, id.Domain())
		labels(libpcp.LabelCluster, uint32(libpcp.NewPMID(id.Domain(), id.Cluster(), 0)))
		labels(libpcp.LabelItem, uint32(id))
		texts(libpcp.TextPMID, uint32(id))
	}
	for _, domain := range r.domains {
		labels(libpcp.LabelInDom, uint32(domain))
		texts(libpcp.TextInDom, uint32(domain))
	}
	r.c.Batch(ctx, queries...)
	for _, q := range queries {
		var err error
		switch q := q.(type) {
		case *libpcp.LabelsQuery:
			err = r.addLabels(start, q)
		case *libpcp.TextQuery:
			if q.Err == nil && q.Text != "" {
				err = r.w.AddText(q.ID, q.Text)
			}
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// addLabels records the sets that have labels. A level without any has none.
func (r *Recorder) addLabels(at time.Time, q *libpcp.LabelsQuery) error {
	sets := slices.DeleteFunc(slices.Clone(q.Sets), func(s libpcp.LabelSet) bool { return s.Err != nil || len(s.Labels) == 0 })
	if q.Err != nil || len(sets) == 0 {
		return nil
	}
	return r.w.AddLabels(at, q.ID, sets)
}

// name records the instance domains of which other instances have values than in
// the last record, and removes the values of instances that have no name any more.
func (r *Recorder) name(ctx context.Context, result *libpcp.Result) error {
	listed := make(map[libpcp.InDom]bool)
	for i := range result.Sets {
		set := &result.Sets[i]
		domain := r.descs[i].InDom
		if domain == libpcp.NullInDom || len(set.Values) == 0 {
			continue
		}
		instances := make([]int32, len(set.Values))
		for j, v := range set.Values {
			instances[j] = v.Inst
		}
		if !slices.Equal(instances, r.last[i]) && !listed[domain] {
			if err := r.list(ctx, domain, result.Time); err != nil {
				return err
			}
			listed[domain] = true
		}
		r.last[i] = instances
		set.Values = slices.DeleteFunc(set.Values, func(v libpcp.Value) bool { return !r.named[domain][v.Inst] })
	}
	return nil
}

// list records the instances that a domain has now, and their labels.
func (r *Recorder) list(ctx context.Context, domain libpcp.InDom, at time.Time) error {
	instances := libpcp.InstancesQuery{InDom: domain}
	labels := libpcp.LabelsQuery{ID: libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(domain)}}
	r.c.Batch(ctx, &instances, &labels)
	if instances.Err != nil {
		return fmt.Errorf("instance domain %v: %w", domain, instances.Err)
	}
	if err := r.w.AddInstances(at, domain, instances.Instances); err != nil {
		return err
	}
	named := make(map[int32]bool, len(instances.Instances))
	for _, inst := range instances.Instances {
		named[inst.ID] = true
	}
	r.named[domain] = named
	return r.addLabels(at, &labels)
}
