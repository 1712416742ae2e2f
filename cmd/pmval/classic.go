package main

import (
	"context"
	"errors"
	"sync"

	"pcptools/cmd/internal/hint"
	"pcptools/cmd/internal/rate"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/options"
	"pcptools/libpcp/release"
	"pcptools/libpcp/timecontrol"
	"pcptools/libpcp/timewindow"
)

// classic is the output of pmval(1): the samples of one metric.
type classic struct {
	p        *pmval
	c        *libpcp.Context
	window   options.Window
	prog     string
	texts    libpcp.ErrorTexts
	notation libpcp.UnitsNotation
	rules    format.ValueRules // of -x
	layout   format.Layout     // of values that are no numbers
	wraps    bool              // counters that go backwards have wrapped

	target
	printer
	sampler *sampler // nil until the metric is known
	table   table

	have      bool         // the previous sample had values …
	last      rate.Numbers // … which these are, for rates
	valued    bool         // a sample had values
	novalues  bool         // a sample without values came before the first with some
	lookupEnv func(name string) (string, bool)
	reporting bool // something was reported since logging was last suspended
	params    map[libpcp.PMID]paramName
}

func newClassic(p *pmval, env *tool.Env, c *libpcp.Context, w options.Window, host string, who *whoami) *classic {
	live := p.source.Kind != options.Archive
	stamped := !live || p.controlled()
	_, wraps := env.LookupEnv("PCP_COUNTER_WRAP")
	return &classic{p: p, c: c, window: w, prog: env.Name, texts: env.ErrorTexts(), notation: env.UnitsNotation(),
		rules:  format.ValueRules{NoFloatZero: !env.Release.Has(release.StoreFloatZero)},
		layout: format.Layout{Zone: w.Zone, Squash: p.source.Layout().Squash},
		wraps:  wraps, lookupEnv: env.LookupEnv,
		target:  target{c: c, spec: p.metric, live: live, host: host, whoami: who},
		printer: printer{out: env.Stdout, errOut: env.Stderr, stamps: stamps{shown: stamped, detail: p.stamps, zone: w.Zone}},
	}
}

// run does the work in the order of PCP's pmval.
func (r *classic) run(ctx context.Context, env *tool.Env) error {
	if err := r.lookUp(ctx); err != nil {
		return err
	}
	events := r.desc.Type.Event()
	rates := r.desc.Sem == libpcp.SemCounter && !r.p.raw && !events
	r.sampler = &sampler{plan: r.p.plan(r.window, events, rates), c: r.c, ids: []libpcp.PMID{r.id}, usable: hasValues, brief: true, pace: new(pauses)}
	defer func() { r.sampler.control.close() }()
	begin := sync.OnceValue(func() error { return r.begin(ctx, env) })
	if err := r.find(ctx, begin); err != nil {
		return err
	}
	if err := r.store(ctx); err != nil {
		return err
	}
	if err := begin(); err != nil {
		return err
	}
	err := r.sample(ctx)
	if err == nil && !r.valued {
		hint.Recorded(ctx, env, &r.p.source, r.c, r.window.Zone, []string{r.spec.Metric})
	}
	return err
}

// begin prepares the sampling, and writes the heading at once: the first sample
// may take its time.
func (r *classic) begin(ctx context.Context, env *tool.Env) error {
	if r.window.Note == "" && !r.desc.Type.Event() {
		r.out.WriteByte('\n')
	}
	if r.p.source.OnHost() && r.sampler.samples >= 0 { // the others would go on for ever
		env.OutliveReader()
	}
	if err := r.p.timeControl(ctx, env, r.sampler); err != nil {
		return err
	}
	if err := r.layOut(); err != nil {
		return err
	}
	r.writeHeader()
	r.out.Flush()
	return nil
}

// find finds the instances. The first sample is taken with them where nothing but
// begin, once they are known, can come between.
func (r *classic) find(ctx context.Context, begin func() error) (err error) {
	switch {
	case r.singular():
		return nil
	case r.p.instances != nil:
		return r.selectInstances(ctx, r.p.instances)
	case r.willFetch():
		r.sampler.asked, err = r.listAndFetch(ctx, begin)
		return err
	}
	return r.listInstances(ctx)
}

// willFetch reports whether nothing can come between knowing the instances of
// a live source and the first sample.
func (r *classic) willFetch() bool {
	_, known := format.ColumnWidth(r.desc.Type)
	s := &r.p.source
	return r.live && known && r.p.precision <= 0 && r.p.filter == nil &&
		!s.Tracing() && !r.p.controlled() && (s.Samples == nil || *s.Samples > 0)
}

// layOut prepares rows of values.
func (r *classic) layOut() error {
	column, err := r.chooseColumn()
	r.table = table{printer: &r.printer, target: &r.target, column: column, layout: r.layout,
		rates: r.sampler.rates, wraps: r.wraps}
	return err
}

// moved reports what a pmtime did. Unless that was to choose another zone,
// the next sample does not follow the last one.
func (r *classic) moved(a timecontrol.Action, text string) {
	if a.Task == timecontrol.Rezone {
		zone := timewindow.ReportingZone(a.Zone, r.lookupEnv)
		r.stamps.zone, r.layout.Zone = zone, zone
	} else {
		r.have = false
	}
	r.out.WriteString(text)
	r.out.Flush()
}

// sample reports all samples, or as many as the options ask for.
func (r *classic) sample(ctx context.Context) error {
	s := r.sampler
	if err := s.position(ctx, r.c); err != nil {
		return err
	}
	if s.control != nil {
		s.control.say = r.moved
		r.out.Flush()
	}
	for result, err := range s.all(ctx) {
		if err == nil {
			err = r.take(ctx, result)
		} else if err == errControlGone || errors.As(err, new(failure)) {
			r.complain("\n")
		}
		switch {
		case errors.Is(err, errEnd):
			return nil
		case err != nil:
			return err
		}
		if s.pauses() || r.p.source.Follow {
			r.out.Flush()
		}
		if err := r.out.Err(); err != nil {
			return err
		}
	}
	return nil
}
