package main

import (
	"context"
	"errors"

	"pcptools/cmd/internal/pipeline"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
	"pcptools/libpcp/timecontrol"
)

// records makes raw records of one source: samples of one metric or several.
type records struct {
	p       *pmval
	session *pipeline.Session
	windows []options.Window // one, or two that are compared
	sampler *sampler         // nil until all metrics are known
	survey  *survey.Survey
	to      report.Encoder
	series  []*series
	sets    []*libpcp.ValueSet // of the latest sample, one for each series; nil where it has none
	before  []*libpcp.ValueSet // of the sample before
	metrics []report.Metric    // of the latest sample
	base    bool               // the next sample only serves for rates of the one after it
	lost    bool               // a series is, or may be
}

// ask prepares to sample a source in a format other than the classic one.
func (p *pmval) ask(ctx context.Context, s *pipeline.Session) (pipeline.Round, error) {
	words := s.Env.Args
	if !s.Alone() {
		words = p.aboutMember(words)
	}
	g := greeting{asks: s.Source.Kind != options.Archive, whoami: p.identify(s.Source, words)}
	if s.Source.Tracing() { // the order of events shows
		s.Env.Stdout.ByLine()
		(&greeting{whoami: g.whoami}).alone(ctx, s.C)
		g.whoami = nil
	}
	limited, cancel := s.Limit(ctx)
	window, err := p.window(limited, s.Env, s.Source, s.C)
	cancel()
	if err != nil {
		return nil, s.Fail(survey.Placing, err)
	}
	p.progress(s.Env, s.Source)
	windows, err := p.windows(ctx, s.Source, s.C, window)
	if err != nil {
		return nil, s.Fail(survey.Placing, err)
	}
	s.Zone, s.Host = window.Zone, g.alone(ctx, s.C)
	exposed := p.Format.Exposed()
	r := &records{p: p, session: s, windows: windows, survey: s.Survey(128, survey.Want{Labels: p.Format.Members() || exposed, OneLine: exposed})}
	r.survey.Done = nil
	return r.write, nil
}

// write writes all samples of all metrics, or as many as come before an interrupt.
func (r *records) write(ctx context.Context, to report.Encoder) error {
	r.to = to
	r.find(ctx)
	if len(r.series) == 0 {
		return nil
	}
	if err := to.Write(r.heads(ctx)); err != nil {
		return err
	}
	for i, w := range r.windows {
		if i > 0 {
			r.session.Compare()
		}
		if err := r.run(ctx, w); err != nil && ctx.Err() == nil && r.session.Env.Stdout.Err() == nil {
			return r.problem("", "", err)
		}
	}
	return nil
}

// run takes the samples. The first sample of rates is not reported.
func (r *records) run(ctx context.Context, w options.Window) error {
	events, rates := false, false
	for _, m := range r.series {
		events, rates = events || m.raw.Type.Event(), rates || m.rate
	}
	s := r.session
	plan := r.p.plan(w, events && s.Source.Kind == options.Archive, rates)
	if s.Redrawn() && !s.Source.Follow {
		plan.watched = r.p.Watch.Every()
	}
	r.sampler = &sampler{plan: plan, c: s.C, pace: s}
	r.sampler.sample(r.ids())
	if err := r.sampler.position(ctx, s.C); err != nil {
		return err
	}
	if err := r.p.timeControl(ctx, s.Env, r.sampler); err != nil {
		return err
	}
	defer r.sampler.control.close()
	r.base = rates
	if c := r.sampler.control; c != nil {
		c.say = func(a timecontrol.Action, _ string) { r.base = rates && a.Task != timecontrol.Rezone }
	}
	err := r.samples(ctx)
	for s.Alone() && s.Follows() && survey.Disconnected(err) && ctx.Err() == nil {
		r.problem("", "", err)
		r.base = rates
		if err = r.reconnect(ctx); err == nil {
			err = r.samples(ctx)
		}
	}
	return err
}

// samples takes samples until there are no more, or one fails.
func (r *records) samples(ctx context.Context) error {
	for sample, err := range r.sampler.all(ctx) {
		switch {
		case err != nil:
			return err
		case r.sampler.over(sample.Time):
			return nil
		case r.base:
			r.base = false
			if err := r.session.Look(func(to report.Encoder) error { return to.Write(r.fill(ctx, sample)) }); err != nil {
				return err
			}
		default:
			if err := r.sample(ctx, sample); err != nil {
				return err
			}
		}
	}
	return nil
}

// reconnect connects to the source again, at the instants of samples. What metrics were
// before does not matter any more.
func (r *records) reconnect(ctx context.Context) error {
	s := r.session
	defer s.Env.Progress.End()
	for {
		if err := r.sampler.pause(ctx); err != nil {
			return err
		}
		s.Env.Progress.Begin("connecting again", 0)
		if s.C.Reconnect(ctx) == nil {
			break
		}
	}
	s.Forget()
	r.lost = true
	return nil
}

// sample writes a sample: at once, unless the next follows without a pause.
func (r *records) sample(ctx context.Context, result *libpcp.Result) error {
	s := r.session
	s.Reach(result.Time)
	if r.p.Summary || r.p.Format.Exposed() {
		s.Env.Progress.Step(1)
	}
	if err := r.to.Write(r.fill(ctx, result)); err != nil {
		return err
	}
	if f := r.survey.Lost(); f != nil {
		if err := r.problem("", f.Call, f.Err); err != nil {
			return err
		}
	}
	if r.sampler.pauses() || s.Source.Follow {
		s.Env.Stdout.Flush()
	}
	return s.Env.Stdout.Err()
}

// fill is the record of a sample, with the metrics that it has.
func (r *records) fill(ctx context.Context, result *libpcp.Result) *report.Sample {
	r.renew(ctx, result.Changes)
	r.take(result)
	for i, m := range r.series {
		if set := r.sets[i]; set != nil && m.lost == nil {
			sortByInstance(set.Values)
			r.survey.Update(ctx, m.raw.InDom, set.Values, r.before[i], result.Time)
		}
	}
	r.metrics = r.metrics[:0]
	for i, m := range r.series {
		if m.lost != nil {
			r.metrics = append(r.metrics, m.missing())
		} else if set := r.sets[i]; set != nil {
			r.metrics = append(r.metrics, m.Metric)
			m.sample(ctx, &r.metrics[len(r.metrics)-1], r.survey, *set)
		}
	}
	return &report.Sample{Time: result.Time, Mark: result.Mark(), Metrics: report.ListOf(r.metrics...)}
}

// take finds the value sets of a sample that are of the series.
func (r *records) take(result *libpcp.Result) {
	if r.before, r.sets = r.sets, r.before; len(r.sets) != len(r.series) {
		r.sets = make([]*libpcp.ValueSet, len(r.series))
	}
	clear(r.sets)
	if len(r.before) != len(r.series) { // nothing to compare with
		r.before = make([]*libpcp.ValueSet, len(r.series))
	}
	for i := range result.Sets {
		set := &result.Sets[i]
		if at, wanted := r.sampler.places[set.PMID]; wanted && r.sets[at] == nil {
			r.sets[at] = set
		}
	}
	for i, m := range r.series {
		if r.sets[i] == nil { // or of the same metric as another
			r.sets[i] = r.sets[r.sampler.places[m.ID]]
		}
	}
}

// problem writes what cannot be sampled.
func (r *records) problem(operand, call string, err error) error {
	var f failure
	if errors.As(err, &f) {
		call, err = f.call, f.err
	}
	return r.to.Write(&report.Problem{Operand: operand, Failure: report.Failure{Call: call, Err: err}})
}
