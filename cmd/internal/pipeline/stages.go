package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"pcptools/cmd/internal/hint"
	"pcptools/cmd/internal/pick"
	"pcptools/cmd/internal/rate"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/summary"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// A Stage is a step of records on their way, as the rules of the package have it.
type Stage func(next report.Encoder) report.Encoder

// chain puts stages in front of an encoder; nil stages are none.
func chain(end report.Encoder, all ...Stage) report.Encoder {
	for _, stage := range slices.Backward(all) {
		if stage != nil {
			end = stage(end)
		}
	}
	return end
}

// stages are those of a source.
type stages struct {
	report.Encoder // the first
	rates          *rates
	look           *look
	judge          *judge
	summary        *summary.Summary // nil without
	headed         bool             // the report has a column for each instance
	lost           bool             // the connection, in this report
	failed         error            // what the run ends with
}

func (s *Session) newStages(end report.Encoder) *stages {
	p, all := s.p, new(stages)
	all.look, all.judge = new(look), &judge{strict: s.Strict}
	var ofRates, ofUnits, ofChanges, ofShares, ofPick, ofMet, ofFinish, ofSummary Stage
	if p.Rates != nil {
		_, wraps := s.Env.LookupEnv("PCP_COUNTER_WRAP")
		all.rates = &rates{wanted: p.Rates, wraps: wraps}
		ofRates = all.rates.stage
	}
	if p.Style.ChoosesUnits() || p.Show != nil {
		ofUnits = s.units
	}
	if memory := p.Pick.Memory(); memory != nil {
		ofChanges = func(next report.Encoder) report.Encoder {
			return &metricStage{Encoder: next, next: memory.Next, sampled: p.Sampled, do: func(m *report.Metric, _ time.Time) bool { memory.Mark(m); return true }}
		}
	}
	switch {
	case p.Pick.On() && p.Style.ByInstance && p.Sampled:
		ofPick = func(next report.Encoder) report.Encoder { return &rows{next, &p.Pick, s.Strict} }
	case p.Pick.On():
		ofPick = metrics(func(m *report.Metric, _ time.Time) bool { return p.Pick.Apply(m, s.Strict) })
	}
	if p.Finish != nil && s.Alone() { // else it is behind the merge
		ofFinish = metrics(func(m *report.Metric, _ time.Time) bool { return p.Finish(m) })
	}
	if p.Summary {
		ofSummary = func(next report.Encoder) report.Encoder {
			all.summary = p.newSummary(next)
			if s.Alone() {
				all.summary.Warn = func(text string) { fmt.Fprintf(s.Env.Stderr, "%s: %s\n", s.Env.Name, text) }
			}
			return all.summary
		}
	}
	_, all.headed = end.(report.Headed)
	if p.Pick.Limits() && s.Alone() && !s.redrawn && !p.Summary && p.Format != report.Plot {
		ofMet = func(next report.Encoder) report.Encoder { return met{next} }
	}
	if p.Pick.Percent() {
		ofShares = func(next report.Encoder) report.Encoder { return &shares{Encoder: next, said: make(map[string]bool)} }
	}
	all.Encoder = chain(heads{end}, ofRates, ofUnits, ofChanges, all.look.stage, ofShares, ofPick, all.judge.stage, s.problems(all), ofMet, ofFinish, ofSummary)
	return all
}

// metrics is a stage that does something to each metric, those of samples too. A metric
// for which do returns false goes no further.
func metrics(do func(m *report.Metric, at time.Time) bool) Stage {
	return func(to report.Encoder) report.Encoder { return &metricStage{Encoder: to, do: do} }
}

type metricStage struct {
	report.Encoder
	next    func() // begins another time; nil if the stage remembers nothing
	do      func(m *report.Metric, at time.Time) bool
	sampled bool                   // another time begins with each sample, not with each report
	head    func(m *report.Metric) // what the stage does to the description of a metric; nil for nothing
}

func (s *metricStage) Begin(h report.Header) error {
	if s.next != nil && !s.sampled {
		s.next()
	}
	return s.Encoder.Begin(h)
}

func (s *metricStage) Write(r report.Record) error {
	switch r := r.(type) {
	case *report.Metric:
		if !s.do(r, r.Time) {
			return nil
		}
	case *report.Heads:
		for i := range r.Metrics {
			if m := &r.Metrics[i]; s.head != nil {
				s.head(m)
			}
		}
	case *report.Sample:
		if s.next != nil {
			s.next()
		}
		r.Metrics = kept(r.Metrics, func(m *report.Metric) bool { return s.do(m, r.Time) })
	}
	return s.Encoder.Write(r)
}

// kept are the metrics of a sample for which do returns true.
func kept(all *report.List[report.Metric], do func(*report.Metric) bool) *report.List[report.Metric] {
	var some []report.Metric
	n := 0
	for m := range all.All {
		if !do(m) {
			if n >= 0 && some == nil {
				some = make([]report.Metric, 0, all.Len)
				for before := range all.All {
					if len(some) == n {
						break
					}
					some = append(some, *before)
				}
			}
			continue
		}
		if n++; some != nil {
			some = append(some, *m)
		}
	}
	if some == nil {
		return all
	}
	return report.ListOf(some...)
}

// rates makes the values of counters their change per second.
type rates struct {
	metricStage
	wanted   func(metric string) bool
	wraps    bool
	counters map[nth]*rate.Counter
	counts   map[string]int // of metrics with the name, this time
}

// nth is a metric that a sample may have more than once, with other instances.
type nth struct {
	metric string
	n      int
}

func (r *rates) stage(next report.Encoder) report.Encoder {
	r.metricStage = metricStage{Encoder: next, next: func() { clear(r.counts) }, do: r.apply, head: func(m *report.Metric) { r.describe(m) }}
	return r
}

// Write begins anew where logging was interrupted.
func (r *rates) Write(record report.Record) error {
	if s, ok := record.(*report.Sample); ok && s.Mark {
		r.forget()
	}
	return r.metricStage.Write(record)
}

// forget has rates begin anew.
func (r *rates) forget() {
	if r != nil {
		clear(r.counters)
	}
}

func (r *rates) apply(m *report.Metric, at time.Time) bool {
	raw := m.Desc
	if m.Values == nil || !r.describe(m) {
		return true
	}
	if r.counters == nil {
		r.counters, r.counts = make(map[nth]*rate.Counter), make(map[string]int)
	}
	which := nth{m.Name, r.counts[m.Name]}
	r.counts[m.Name]++
	c := r.counters[which]
	if c == nil || c.Desc != *raw {
		c = &rate.Counter{Desc: *raw, Wraps: r.wraps}
		r.counters[which] = c
	}
	c.Apply(m, at)
	return true
}

// describe makes the descriptor of a counter that of its rates. It reports whether the
// metric is one.
func (r *rates) describe(m *report.Metric) bool {
	if m.Desc == nil || !r.wanted(m.Name) {
		return false
	}
	desc, counter := rate.Of(*m.Desc)
	if counter {
		m.Desc, m.Rate = &desc, true
	}
	return counter
}

// units converts values to the units that the user has chosen, and then shows them as the
// tool does. It writes a problem for units that no metric can be in: with the heads of
// samples, else at the end.
type units struct {
	metricStage
	conversions *report.Conversions
	said        bool
}

func (s *Session) units(next report.Encoder) report.Encoder {
	u := &units{conversions: s.p.Style.Conversions()}
	do := func(m *report.Metric) {
		if u.conversions.Apply(m); s.p.Show != nil {
			s.p.Show(m)
		}
	}
	u.metricStage = metricStage{Encoder: next, do: func(m *report.Metric, _ time.Time) bool { do(m); return true }, head: do}
	return u
}

func (u *units) Write(r report.Record) error {
	err := u.metricStage.Write(r)
	if _, heads := r.(*report.Heads); heads && err == nil {
		err = u.unused()
		u.said = true
	}
	return err
}

func (u *units) unused() error {
	if u.said {
		return nil
	}
	for problem := range u.conversions.Unused {
		if err := u.Encoder.Write(problem); err != nil {
			return err
		}
	}
	return nil
}

func (u *units) End() error {
	if err := u.unused(); err != nil {
		return err
	}
	return u.metricStage.End()
}

// heads passes heads to the encoder of a format that has them.
type heads struct{ report.Encoder }

func (h heads) Write(r report.Record) error {
	if heads, ok := r.(*report.Heads); ok {
		return heads.Head(h.Encoder)
	}
	return h.Encoder.Write(r)
}

// look lets nothing through while it is on: what came is only looked at.
type look struct {
	report.Encoder
	on bool
}

func (l *look) stage(next report.Encoder) report.Encoder { l.Encoder = next; return l }

func (l *look) Begin(h report.Header) error {
	if l.on {
		return nil
	}
	return l.Encoder.Begin(h)
}

func (l *look) Write(r report.Record) error {
	if l.on {
		return nil
	}
	return l.Encoder.Write(r)
}

func (l *look) End() error {
	if l.on {
		return nil
	}
	return l.Encoder.End()
}

// rows picks instances, where they are rows: one metric of an instance domain decides
// about the instances of all.
type rows struct {
	report.Encoder
	pick   *pick.Pick
	strict *tool.Strict
}

func (s *rows) Write(r report.Record) error {
	switch r := r.(type) {
	case *report.Sample:
		r.Metrics = report.ListOf(s.pick.Rows(r.Metrics.Slice(), s.strict)...)
	case *report.Heads:
		by := s.pick.ByMetric()
		if by != "" && !slices.ContainsFunc(r.Metrics, func(m report.Metric) bool { return s.pick.SortsBy(&m) }) {
			if err := s.Encoder.Write(&report.Problem{Operand: "--sort=" + by, Failure: report.Failure{Err: libpcp.ErrName}}); err != nil {
				return err
			}
		}
	}
	return s.Encoder.Write(r)
}

// shares lets only fractions of time through, for a condition with numbers in percent.
// It writes a problem for each other metric: the values of one that is in percent
// itself would be compared with a hundredth of what was meant.
type shares struct {
	report.Encoder
	said map[string]bool // by metric
}

func (s *shares) Write(r report.Record) error {
	switch r := r.(type) {
	case *report.Metric:
		if refused, err := s.refuse(r); refused || err != nil {
			return err
		}
	case *report.Sample:
		var failed error
		r.Metrics = kept(r.Metrics, func(m *report.Metric) bool {
			refused, err := s.refuse(m)
			failed = cmp.Or(failed, err)
			return !refused
		})
		if failed != nil {
			return failed
		}
	}
	return s.Encoder.Write(r)
}

func (s *shares) refuse(m *report.Metric) (bool, error) {
	if m.Values == nil || m.Desc == nil || m.Share() {
		return false, nil
	}
	if s.said[m.Name] {
		return true, nil
	}
	s.said[m.Name] = true
	text := format.Printable(m.Name) + " is no fraction of time, which % is of: write the number without it"
	return true, s.Encoder.Write(&report.Problem{Operand: "--where", Failure: report.Failure{Call: "pmConvScale", Err: report.InOwnWords(libpcp.ErrConv, text)}})
}

// met passes samples with values on, of those of which a condition selects values. Where
// a sample replaces the one before it, and where samples are counted, empty ones matter.
type met struct{ report.Encoder }

func (s met) Write(r report.Record) error {
	if r, ok := r.(*report.Sample); ok && !r.Mark {
		empty := true
		for m := range r.Metrics.All {
			empty = empty && m.Err == nil && (m.Values == nil || m.Values.Len == 0)
		}
		if empty {
			return nil
		}
	}
	return s.Encoder.Write(r)
}

// judge reports to --strict how complete the answer is, and knows which metrics had
// values at some time.
type judge struct {
	report.Encoder
	strict *tool.Strict
	valued map[string]bool // by metrics of samples
	failed bool
}

func (j *judge) stage(next report.Encoder) report.Encoder { j.Encoder = next; return j }

func (j *judge) Write(r report.Record) error {
	switch r := r.(type) {
	case *report.Metric:
		Judge(j.strict, r)
	case *report.InDom:
		j.strict.Value()
	case *report.Problem:
		j.strict.Failure()
		j.failed = true
	case *report.Sample:
		if j.valued == nil {
			j.valued = make(map[string]bool)
		}
		for m := range r.Metrics.All {
			n := 0
			if m.Values != nil {
				n = m.Values.Len
			}
			j.strict.Note(n, m.Err != nil)
			if n > 0 || !j.valued[m.Name] {
				j.valued[m.Name] = n > 0
			}
		}
	}
	return j.Encoder.Write(r)
}

// Judge reports the result of a metric to strict.
func Judge(strict *tool.Strict, m *report.Metric) {
	switch {
	case m.Err != nil && m.Err.Call != "":
		strict.Failure()
	case m.Err != nil || m.Count != nil && *m.Count == 0:
		strict.None()
	default:
		strict.Value()
	}
}

// whole reports whether all metrics of samples had values at some time.
func (j *judge) whole() bool {
	for _, valued := range j.valued {
		if !valued {
			return false
		}
	}
	return len(j.valued) > 0 && !j.failed
}

// problems is the stage that prints what standard error has of them too, and notes
// what they mean for the run.
func (s *Session) problems(all *stages) Stage {
	return func(next report.Encoder) report.Encoder { return &problems{next, s, all} }
}

type problems struct {
	report.Encoder
	s   *Session
	all *stages
}

func (p *problems) Write(r report.Record) error {
	switch r := r.(type) {
	case *report.Metric:
		p.all.lost = p.all.lost || r.Err != nil && r.Err.Call == "pmFetch"
	case *report.Problem:
		p.note(r)
	}
	return p.Encoder.Write(r)
}

func (p *problems) note(r *report.Problem) {
	s, code := p.s, libpcp.Code(r.Failure.Err)
	p.all.lost = p.all.lost || code != libpcp.ErrName && code != libpcp.ErrConv
	if !s.p.Lenient || code == libpcp.ErrConv {
		p.all.failed = tool.Exit(1)
	}
	if s.redrawn && !s.p.Sampled {
		return // the table has it
	}
	if s.p.Prefix != nil {
		operand := ""
		if r.Operand != "" {
			operand = r.Operand + ": "
		}
		if s.p.Sampled {
			s.Env.Stdout.Flush()
		}
		r.Printed = true
		fmt.Fprintf(s.Env.Stderr, "%s%s%s\n", s.p.Prefix(s.Env), format.Printable(operand), r.Failure.Text(s.Env.ErrorTexts()))
	}
	hint.Name(s.ctx, s.Env, s.Source, s.C, r.Operand, r.Failure.Err)
	hint.Agents(s.Env, s.Source, r.Failure.Err)
}

// newSummary is a summary for an encoder, which it is also written to.
func (p *Pipeline) newSummary(next report.Encoder) *summary.Summary {
	s := summary.New(next)
	s.Order = p.Pick.Ordered
	return s
}
