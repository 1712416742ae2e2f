// Package pipeline takes records from what asks for them to a report. A tool makes
// raw records of one source; all that options of many tools do to records is a stage
// here, in one order:
//
//	tool -> rates -> units -> changes -> look -> pick -> judge -> problems -> finish
//	     -> summary -> merge of sources -> redraw or append -> format
//
// Each stage is an encoder for the one before it, and each source has its own stages
// as far as the merge.
package pipeline

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"pcptools/cmd/internal/beat"
	"pcptools/cmd/internal/fleet"
	"pcptools/cmd/internal/pick"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
)

// A Pipeline is what options say of records, and what a tool says of its own. Once
// Run is called it does not change.
type Pipeline struct {
	Format report.Format
	Style  report.Style
	Pick   pick.Pick
	Watch  Watch
	Fleet  fleet.Fleet
	tool.Strict

	Source  *options.Source
	Columns func() []report.Column    // of CSV and tables
	Rates   func(metric string) bool  // whether a counter is reported as its rate; nil for none
	Finish  func(*report.Metric) bool // what the tool does to a metric at the end: it is not reported if that returns false; may be nil
	Prefix  func(*tool.Env) string    // of problems on standard error; nil keeps them to the report
	Lenient bool                      // the run succeeds even if an operand selects nothing
	Looks   bool                      // the first report is only looked at

	Compares bool   // a report is compared with another
	OrElse   string // what comparing takes in place of --watch, in words

	Show func(*report.Metric) // changes how a metric is shown, after its units; may be nil

	// Sampled is set if the tool takes samples, at times of its own; else it reports once,
	// or again and again with --watch.
	Sampled bool
	Summary bool                                                // samples are summed up
	Every   func() time.Duration                                // between samples
	Draw    func(*tool.Env) func(report.Options) report.Encoder // makes the encoder of the format plot

	asked string // the first option that the classic format lacks
}

// A Round writes the raw records of one report.
type Round func(ctx context.Context, to report.Encoder) error

// An Ask is what a tool does with a source that is open: it prepares its questions, and
// returns what writes the answers.
type Ask func(ctx context.Context, s *Session) (Round, error)

// Recorded marks options that take records: with one of them a report is a table, not
// in the classic format.
func (p *Pipeline) Recorded(all ...getopt.Option) []getopt.Option {
	for i := range all {
		all[i].Value = noted{all[i].Value, p, "--" + all[i].Long}
	}
	return all
}

// Settle chooses the format, when all options are known: a table in place of the classic
// one if an option was given that takes records.
func (p *Pipeline) Settle(asked string) error {
	if err := p.Format.TableFor(asked); err != nil {
		return err
	}
	return p.Style.Check(p.Format)
}

// Asked is the first option given that takes records, "" without one.
func (p *Pipeline) Asked() string { return p.asked }

// Check finds options that do not go together, when the format is settled.
func (p *Pipeline) Check() error {
	if !p.Sampled {
		if err := p.Watch.Check(p.Format, p.Source, &p.Fleet); err != nil {
			return err
		}
		if p.Pick.Changes() && !p.Watch.On() && !p.Compares {
			return errors.New("--where=changed requires --watch" + p.OrElse)
		}
	}
	return p.Fleet.Check(p.Format, &p.Style)
}

// On reports whether there are records at all.
func (p *Pipeline) On() bool { return p.Format != report.Classic }

// Run reports on all sources.
func (p *Pipeline) Run(ctx context.Context, env *tool.Env, ask Ask) error {
	if p.Fleet.Asked() {
		return p.several(ctx, env, ask)
	}
	s := &Session{p: p, Source: p.Source, Env: env, Strict: &p.Strict}
	env.Progress.Begin("opening the source", 0)
	c, err := p.Source.Open(ctx)
	if err != nil {
		return s.Fail(survey.Opening, err)
	}
	defer c.Close()
	return s.run(ctx, c, ask)
}

// several reports on many sources.
func (p *Pipeline) several(ctx context.Context, env *tool.Env, ask Ask) error {
	o := report.OptionsFor(env, p.Format, p.Style, p.Columns(), nil)
	if o.Ranking = p.Pick.Ranking(); o.Ranking != nil && p.Finish != nil {
		o.Ranking.Finish = func(m *report.Metric) { p.Finish(m) }
	}
	o.Samples, o.Once, o.Drawn = p.Sampled || p.Watch.On(), p.Summary, p.drawn(env)
	switch {
	case p.Source.Kind == options.Archive && p.Sampled && !p.Source.Follow:
		o.Out = struct{ io.Writer }{o.Out} // in blocks: no time passes between samples
	case p.Source.Kind != options.Archive && o.Samples:
		p.Fleet.NewBeat()
	}
	all := p.newSummaries()
	p.Fleet.Finish = all.write
	return p.Fleet.Run(ctx, env, o, &p.Strict, func(ctx context.Context, m *fleet.Member) error {
		s := &Session{p: p, Source: m.Source, Env: m.Env, Strict: &m.Strict, member: m}
		defer all.add(s)
		return s.ask(ctx, ask)
	})
}

// noted notes that an option was given.
type noted struct {
	pflag.Value
	p    *Pipeline
	name string
}

func (n noted) Set(text string) error {
	n.p.asked = cmp.Or(n.p.asked, n.name)
	return n.Value.Set(text)
}

// A Session is a source of a run: the only one, or one of many.
type Session struct {
	Source *options.Source
	Env    *tool.Env
	C      *libpcp.Context
	Strict *tool.Strict
	Zone   *time.Location // of the report; a tool sets it when it knows
	Host   string         // that metrics are about; "" is asked for

	p       *Pipeline
	ctx     context.Context // of the run
	member  *fleet.Member   // nil if the source is the only one
	stages  *stages
	grid    beat.Grid // of instants, of a source that is asked alone
	redrawn bool
	before  Round // is only looked at, before the report; nil without
	step    int64 // of the last record of an archive
}

// Fail reports a source that fails as a whole, in a call.
func (s *Session) Fail(call string, err error) error {
	if s.member != nil {
		return s.member.Fail(call, err)
	}
	return survey.Fail(s.Env, s.p.Format, s.p.Style, s.p.Columns(), s.Source, call, err)
}

// Compare has values compared with what a round writes.
func (s *Session) Compare(before Round) { s.before = before }

// Forget has rates begin anew.
func (s *Session) Forget() { s.stages.rates.forget() }

// Headed reports whether the heads of samples need instances.
func (s *Session) Headed() bool { return s.stages.headed && !s.p.Style.ByInstance }

// Alone reports whether the source is the only one.
func (s *Session) Alone() bool { return s.member == nil }

// ask opens one of many sources, and reports on it.
func (s *Session) ask(ctx context.Context, ask Ask) error {
	m, every := s.member, s.p.Watch.Every()
	do := func(ctx context.Context, c *libpcp.Context) error { return s.run(ctx, c, ask) }
	if s.p.Sampled {
		every = s.p.Every()
		s.Source.Waits = s.waits
	}
	if s.beats() {
		m.Leave() // nobody waits for a host that may not be there
		defer m.Arrive()
	}
	switch {
	case s.p.follows():
		return m.Follow(ctx, every, s.Source, do)
	case !s.p.Sampled:
		return m.Query(ctx, s.Source, do)
	}
	c, err := m.Open(ctx, s.Source)
	if err != nil {
		return err
	}
	defer c.Close()
	defer s.Source.Done()
	return do(ctx, c)
}

// follows reports whether a live source is asked until an interrupt, and asked again when
// it was lost.
func (p *Pipeline) follows() bool {
	return p.Watch.On() && (!p.Sampled || p.Source.Samples == nil && p.Source.Kind != options.Archive)
}

// Follows reports whether the session goes on when its source was lost.
func (s *Session) Follows() bool { return s.p.follows() }

// run reports on a source that is open.
func (s *Session) run(ctx context.Context, c *libpcp.Context, ask Ask) error {
	s.C, s.ctx = c, ctx
	round, err := ask(ctx, s)
	if err != nil || round == nil {
		return err
	}
	if s.p.Sampled { // which an interrupt ends in good order
		var stop func()
		ctx, stop = signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
		defer stop()
	}
	s.stages = s.newStages(s.end())
	host := s.Host
	if host == "" {
		host = c.HostName(ctx)
	}
	header := survey.HeaderOf(s.Env.Name, s.Source, host)
	if s.p.Watch.On() && !s.p.Sampled {
		return s.watch(ctx, header, round)
	}
	if s.before != nil {
		if err := s.Look(func(to report.Encoder) error { return s.before(ctx, to) }); err != nil {
			return err
		}
	}
	if err := s.once(ctx, header, round); err != nil {
		return err
	}
	if s.p.Sampled && ctx.Err() != nil && s.Alone() && s.Env.Moves() {
		s.Env.Stdout.WriteString("\n") // below the ^C that the terminal shows
	}
	return s.stages.failed
}

// once writes a report.
func (s *Session) once(ctx context.Context, header report.Header, round Round) error {
	s.stages.lost = false
	if err := s.stages.Begin(header); err != nil {
		return err
	}
	if err := round(ctx, s.stages); err != nil {
		return err
	}
	return s.stages.End()
}

// Look has what a function writes only looked at, as what is reported next is compared
// with.
func (s *Session) Look(write func(to report.Encoder) error) error {
	s.stages.look.on = true
	defer func() { s.stages.look.on = false }()
	return write(s.stages)
}

// watch reports again and again.
func (s *Session) watch(ctx context.Context, header report.Header, round Round) error {
	if err := s.Join(ctx, s.p.Watch.Every(), true); err != nil {
		return err
	}
	for first := true; ; first = false {
		err := s.Within(ctx, func(limited context.Context) error {
			if first && s.p.Looks {
				return s.Look(func(report.Encoder) error { return s.once(limited, header, round) })
			}
			return s.once(limited, header, round)
		})
		if err != nil {
			return err
		}
		s.Env.Progress.End() // waiting is no work
		if err := s.Wait(ctx); err != nil {
			return err
		}
		if s.stages.lost && s.Alone() { // many reconnect themselves
			s.Env.Progress.Begin("connecting again", 0)
			s.C.Reconnect(ctx) // if it fails, so does the next round
		}
	}
}

// Within makes a report or a sample, in the time that one of many sources has. What an
// interrupt breaks off is no failure.
func (s *Session) Within(ctx context.Context, do func(context.Context) error) error {
	limited, cancel := s.Limit(ctx)
	defer cancel()
	defer s.Sampling()()
	before := *s.Strict
	err := do(limited)
	if ctx.Err() != nil && !s.Alone() {
		*s.Strict = before
	}
	return err
}
