package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"pcptools/cmd/internal/hint"
	"pcptools/cmd/internal/pick"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/options"
	"pcptools/libpcp/timecontrol"
)

// records is the output in a format other than the classic one: samples of one
// metric or several.
type records struct {
	p       *pmval
	env     *tool.Env
	c       *libpcp.Context
	sampler *sampler // nil until all metrics are known
	survey  survey.Survey
	enc     report.Encoder
	series  []*series
	wraps   bool               // counters that go backwards have wrapped
	sets    []*libpcp.ValueSet // of the latest sample, one for each series; nil where it has none
	before  []*libpcp.ValueSet // of the sample before
	metrics []report.Metric    // of the latest sample
	picked  []report.Metric    // those of them that are reported
	sample  report.Sample      // the latest, with these
	memory  *pick.Memory       // of the values before, for --where changed
	units   *report.Conversions
	base    bool // the next sample only serves for rates of the one after it
	lost    bool // a series is, or may be
	failed  error
}

// writeRecords writes all samples of all metrics, or as many as come before an
// interrupt.
func (p *pmval) writeRecords(ctx context.Context, env *tool.Env, c *libpcp.Context, window options.Window, who *whoami) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	r := &records{p: p, env: env, c: c, enc: p.encoder(env, window.Zone),
		survey: survey.Survey{C: c, Batch: 128, Want: survey.Want{Labels: p.format.Members()}}}
	r.sample.Metrics = &report.List[report.Metric]{All: r.eachPicked}
	r.memory, r.units = p.pick.Memory(), p.style.Conversions()
	_, r.wraps = env.LookupEnv("PCP_COUNTER_WRAP")
	g := greeting{asks: p.source.Kind != options.Archive, whoami: who}
	r.enc.Begin(survey.HeaderOf(env.Name, &p.source, g.alone(ctx, c)))
	r.findWithin(ctx)
	if err := r.writeHeads(ctx); err != nil {
		return err
	}
	if len(r.series) > 0 {
		if err := r.run(ctx, window); err != nil && ctx.Err() == nil && env.Stdout.Err() == nil {
			r.problem(ctx, "", "", err)
		}
	}
	if err := r.enc.End(); err != nil {
		return err
	}
	if ctx.Err() != nil && p.member == nil && env.Moves() {
		env.Stdout.WriteString("\n") // below the ^C that the terminal shows
	}
	return r.failed
}

// run takes the samples. The first sample of rates is not reported.
func (r *records) run(ctx context.Context, window options.Window) error {
	events, rates := false, false
	for _, m := range r.series {
		events, rates = events || m.raw.Type.Event(), rates || m.Rate
	}
	plan := r.p.plan(window, events && r.p.source.Kind == options.Archive, rates)
	if r.p.redraws(r.env) && !r.p.source.Follow {
		plan.watched = r.p.watch.Every()
	}
	s := &sampler{plan: plan, c: r.c, member: r.p.member}
	r.sampler = s
	s.sample(r.ids())
	if err := s.position(ctx, r.c); err != nil {
		return err
	}
	if err := r.p.timeControl(ctx, r.env, s); err != nil {
		return err
	}
	defer s.control.close()
	r.base = rates
	if s.control != nil {
		s.control.say = func(a timecontrol.Action, _ string) { r.base = rates && a.Task != timecontrol.Rezone }
	}
	err := r.samples(ctx)
	for r.p.member == nil && r.p.follows() && survey.Disconnected(err) && ctx.Err() == nil {
		r.problem(ctx, "", "", err)
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
			r.fill(ctx, sample)
			r.base = false
		default:
			if err := r.write(ctx, sample); err != nil {
				return err
			}
		}
	}
	return nil
}

// reconnect connects to the source again, at the instants of samples. What metrics were
// before does not matter any more.
func (r *records) reconnect(ctx context.Context) error {
	defer r.env.Progress.End()
	for {
		if err := r.sampler.pause(ctx); err != nil {
			return err
		}
		r.env.Progress.Begin("connecting again", 0)
		if r.c.Reconnect(ctx) == nil {
			break
		}
	}
	for _, m := range r.series {
		m.counter.Forget()
	}
	r.lost = true
	return nil
}

// eachPicked iterates over the metrics that are reported.
func (r *records) eachPicked(yield func(*report.Metric) bool) {
	for i := range r.picked {
		if !yield(&r.picked[i]) {
			return
		}
	}
}

// write writes a sample: at once, unless the next follows without a pause.
func (r *records) write(ctx context.Context, result *libpcp.Result) error {
	sample := &r.sample
	if sample.Time, sample.Mark = result.Time, result.Mark(); sample.Mark {
		for _, m := range r.series {
			m.counter.Forget()
		}
	}
	r.p.member.reach(result.Time)
	if r.p.summary {
		r.env.Progress.Step(1)
	}
	r.fill(ctx, result)
	r.picked = r.p.picked(r.metrics)
	sample.Metrics.Len = len(r.picked)
	if err := r.enc.Write(sample); err != nil {
		return err
	}
	if f := r.survey.Lost(); f != nil {
		r.problem(ctx, "", f.Call, f.Err)
	}
	if r.sampler.pauses() || r.p.source.Follow {
		r.env.Stdout.Flush()
	}
	return r.env.Stdout.Err()
}

// fill makes the records of the metrics that a sample has.
func (r *records) fill(ctx context.Context, result *libpcp.Result) {
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
			m.sample(ctx, &r.metrics[len(r.metrics)-1], &r.survey, *set, result.Time, r.wraps)
		}
	}
	r.memory.Next()
	for i := range r.metrics {
		r.memory.Mark(&r.metrics[i])
	}
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

// problem reports what cannot be sampled, in the output and on standard
// error.
func (r *records) problem(ctx context.Context, operand, call string, err error) {
	var f failure
	if errors.As(err, &f) {
		call, err = f.call, f.err
	}
	problem := &report.Problem{Operand: operand, Failure: report.Failure{Call: call, Err: err}, Printed: true}
	r.env.Stdout.Flush()
	if operand != "" {
		operand += ": "
	}
	fmt.Fprintf(r.env.Stderr, "%s: %s%s\n", r.env.Name, format.Printable(operand), problem.Failure.Text(r.env.ErrorTexts()))
	hint.Name(ctx, r.env, &r.p.source, r.c, problem.Operand, problem.Failure.Err)
	hint.Agents(r.env, &r.p.source, problem.Failure.Err)
	r.enc.Write(problem)
	r.p.strict.Failure()
	r.failed = tool.Exit(1)
}
