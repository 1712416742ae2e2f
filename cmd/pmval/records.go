package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"pcptools/cmd/internal/glob"
	"pcptools/cmd/internal/hint"
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
	wraps   bool                             // counters that go backwards have wrapped
	sets    map[libpcp.PMID]*libpcp.ValueSet // of the latest sample
	lost    bool                             // a series is
	failed  error
}

// writeRecords writes samples of all metrics until there are no more, or an
// interrupt ends the output.
func (p *pmval) writeRecords(ctx context.Context, env *tool.Env, c *libpcp.Context, window options.Window, who *whoami) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	if p.precision >= 0 {
		p.style.Precision = &p.precision
	}
	r := &records{p: p, env: env, c: c, enc: p.encoder(env, window.Zone),
		survey: survey.Survey{C: c, Batch: 128, Want: survey.Want{Labels: p.format.Members()}}}
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
	return r.failed
}

// run takes the samples. The first sample of rates is not reported.
func (r *records) run(ctx context.Context, window options.Window) error {
	events, rates := false, false
	for _, m := range r.series {
		events, rates = events || m.raw.Type.Event(), rates || m.Rate
	}
	s := &sampler{plan: r.p.plan(window, events && r.p.source.Kind == options.Archive, rates), c: r.c, member: r.p.member}
	r.sampler = s
	s.sample(r.ids())
	if err := s.position(ctx, r.c); err != nil {
		return err
	}
	if err := r.p.timeControl(ctx, r.env, s); err != nil {
		return err
	}
	defer s.control.close()
	base := rates
	if s.control != nil {
		s.control.say = func(a timecontrol.Action, _ string) { base = rates && a.Task != timecontrol.Rezone }
	}
	for sample, err := range s.all(ctx) {
		switch {
		case err != nil:
			return err
		case s.over(sample.Time):
			return nil
		case base:
			r.metrics(ctx, sample)
			base = false
		default:
			if err := r.write(ctx, sample); err != nil {
				return err
			}
		}
	}
	return nil
}

// write writes a sample, at once.
func (r *records) write(ctx context.Context, result *libpcp.Result) error {
	sample := &report.Sample{Time: result.Time, Mark: result.Mark()}
	if sample.Mark {
		for _, m := range r.series {
			m.last = nil
		}
	}
	r.p.member.reach(result.Time)
	sample.Metrics = report.ListOf(r.p.picked(r.metrics(ctx, result))...)
	if err := r.enc.Write(sample); err != nil {
		return err
	}
	if f := r.survey.Lost(); f != nil {
		r.problem(ctx, "", f.Call, f.Err)
	}
	r.env.Stdout.Flush()
	return r.env.Stdout.Err()
}

// metrics makes the records of the metrics that a sample has.
func (r *records) metrics(ctx context.Context, result *libpcp.Result) []report.Metric {
	var metrics []report.Metric
	sets := make(map[libpcp.PMID]*libpcp.ValueSet, len(result.Sets))
	for i := range result.Sets {
		if set := &result.Sets[i]; r.sampler.wanted[set.PMID] && sets[set.PMID] == nil {
			sets[set.PMID] = set
		}
	}
	before := r.sets
	r.sets = sets
	r.renew(ctx, result.Changes)
	for _, m := range r.series {
		if set := sets[m.ID]; set != nil && m.lost == nil {
			sortByInstance(set.Values)
			r.survey.Update(ctx, m.raw.InDom, set.Values, before[m.ID], result.Time)
		}
	}
	for _, m := range r.series {
		if m.lost != nil {
			metrics = append(metrics, m.missing())
		} else if set := sets[m.ID]; set != nil {
			metrics = append(metrics, *m.sample(ctx, &r.survey, *set, result.Time, r.wraps))
		}
	}
	return metrics
}

// maxSampled is the largest number of metrics in a sample: as many as fit into
// a request to a pmcd.
const maxSampled = 16000

// find looks up all metrics, and restricts fetches to the instances that are
// asked for by name.
func (r *records) find(ctx context.Context) {
	for _, spec := range r.p.metrics {
		patterns := r.p.instances
		if len(spec.Instances) > 0 {
			patterns = spec.Instances
		}
		selected := r.survey.Select(ctx, spec.Metric)[0]
		if p := selected.Problem; p != nil {
			r.problem(ctx, p.Operand, p.Failure.Call, p.Failure.Err)
		}
		names := selected.Names
		if r.p.source.Kind != options.Archive && len(r.series)+names.Len() > maxSampled {
			r.problem(ctx, spec.Metric, "pmFetch", libpcp.ErrTooBig)
			continue
		}
		r.survey.Metrics(ctx, names, func(m *report.Metric) error {
			r.add(ctx, m, patterns)
			return nil
		})
	}
	if len(r.series) > 0 {
		for _, text := range r.p.unusedUnits(r.series) {
			r.problem(ctx, "--units="+text, "pmConvScale", libpcp.ErrConv)
		}
	}
	r.restrict(ctx)
}

// add adds a metric to those reported.
func (r *records) add(ctx context.Context, m *report.Metric, patterns []string) {
	if m.Err != nil {
		r.problem(ctx, m.Name, m.Err.Call, m.Err.Err)
		return
	}
	r.series = append(r.series, r.p.newSeries(m, patterns))
	if d := m.Desc.InDom; d != libpcp.NullInDom && patterns != nil {
		list, err := r.survey.EveryInstance(ctx, d)
		if err != nil {
			r.problem(ctx, m.Name, "pmGetInDom", err)
		}
		for _, pattern := range patterns {
			if len(matching(list, pattern)) == 0 {
				r.problem(ctx, m.Name+"["+pattern+"]", "pmLookupInDom", libpcp.ErrInst)
			}
		}
	}
}

// ids are the metrics that are sampled.
func (r *records) ids() []libpcp.PMID {
	ids := make([]libpcp.PMID, len(r.series))
	for i, m := range r.series {
		ids[i] = m.ID
	}
	return ids
}

func matching(list []libpcp.Instance, pattern string) (ids []int32) {
	for _, i := range list {
		if glob.Match(pattern, i.Name) {
			ids = append(ids, i.ID)
		}
	}
	return ids
}

// restrict limits fetches to the instances that can be of interest. A pattern
// may match more later, so that a domain with one is not limited.
func (r *records) restrict(ctx context.Context) {
	wanted := make(map[libpcp.InDom][]int32)
	unlimited := make(map[libpcp.InDom]bool)
	for _, m := range r.series {
		d := m.raw.InDom
		if m.patterns == nil {
			unlimited[d] = true
		}
		for _, pattern := range m.patterns {
			if d == libpcp.NullInDom || !glob.Literal(pattern) {
				unlimited[d] = true
				break
			}
			list, _ := r.survey.EveryInstance(ctx, d)
			wanted[d] = append(wanted[d], matching(list, pattern)...)
		}
	}
	profile := r.c.Profile()
	for d, ids := range wanted {
		if !unlimited[d] && len(ids) > 0 {
			profile.Del(d)
			profile.Add(d, ids...)
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
	hint.Name(ctx, r.env, r.c, problem.Operand, problem.Failure.Err)
	hint.Agents(r.env, &r.p.source, problem.Failure.Err)
	r.enc.Write(problem)
	r.p.strict.Failure()
	r.failed = tool.Exit(1)
}

// exactColumns are the columns of CSV.
var exactColumns = []report.Column{report.Time, report.Name, report.PMID, report.Type, report.Semantics, report.Units,
	report.Domain, report.InstanceID, report.InstanceName, report.TheValue,
	report.ErrorCode, report.ErrorSymbol, report.ErrorText}

// columns are the columns of CSV and tables.
func (q *request) columns() []report.Column {
	if !q.format.Exact() {
		return []report.Column{report.Name, report.InstanceName, report.TheValue, report.Units, report.ErrorText}
	}
	return exactColumns
}
