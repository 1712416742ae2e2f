package main

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"pcptools/cmd/internal/fleet"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/summary"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// member is one of many sources that are sampled together.
type member struct {
	*fleet.Member
	beat    *fleet.Beat      // when live sources are sampled; nil for archives
	summary *summary.Summary // with --summary
	step    int64            // of the last record of an archive
}

// checkFleet finds options that do not go with many sources.
func (p *pmval) checkFleet() error {
	controlled := p.source.GUIMode || p.source.GUIPort != nil
	many := p.fleet.Asked() || p.source.Series != "" && p.format != report.Classic
	switch {
	case many && controlled:
		return errors.New("time control takes a single source of metrics")
	case many && p.delay:
		return errors.New("-d takes a single source of metrics")
	}
	return p.fleet.Check(p.format, &p.style)
}

// askFleet samples each of many sources.
func (p *pmval) askFleet(ctx context.Context, env *tool.Env) error {
	o := report.OptionsFor(env, p.format, p.style, p.columns(), nil)
	o.Ranking = p.pick.Ranking()
	o.Samples, o.Once, o.Drawn = true, p.summary, p.drawn(env)
	var beat *fleet.Beat
	if p.source.Kind != options.Archive {
		beat = p.fleet.NewBeat()
	} else if !p.source.Follow {
		o.Out = struct{ io.Writer }{o.Out} // in blocks: no time passes between samples
	}
	summaries := &fleetSummary{all: p.newSummary(nil), of: make(map[*fleet.Member]*summary.Summary)}
	if p.summary {
		p.fleet.Finish = summaries.write
	}
	return p.fleet.Run(ctx, env, o, &p.strict, func(ctx context.Context, m *fleet.Member) error {
		one := &pmval{request: p.request, source: *m.Source, ownHost: p.ownHost, member: &member{Member: m, beat: beat}}
		one.source.Waits = one.member.waits
		defer func() {
			m.Strict.Add(&one.strict)
			summaries.add(one.member)
		}()
		return one.askMember(ctx)
	})
}

// fleetSummary is the summaries of many sources.
type fleetSummary struct {
	all *summary.Summary
	mu  sync.Mutex
	of  map[*fleet.Member]*summary.Summary
}

func (f *fleetSummary) add(m *member) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if m.summary != nil {
		f.of[m.Member] = m.summary
	}
}

// write writes the summary of all sources.
func (f *fleetSummary) write(members []*fleet.Member, w *report.Several) error {
	for _, m := range members {
		if one := f.of[m]; one != nil {
			f.all.Merge(one)
		}
	}
	return f.all.Report(w)
}

// askMember samples one of many sources.
func (p *pmval) askMember(ctx context.Context) error {
	m := p.member
	if m.beat != nil {
		m.Leave() // nobody waits for a host that may not be there
		defer m.beat.Arrive(m.Member)
	}
	if p.follows() {
		return m.Follow(ctx, p.interval().Duration, &p.source, p.sampleMember)
	}
	c, err := m.Open(ctx, &p.source)
	if err != nil {
		return err
	}
	defer c.Close()
	defer p.source.Done()
	return p.sampleMember(ctx, c)
}

// sampleMember places the window of a member and samples it.
func (p *pmval) sampleMember(ctx context.Context, c *libpcp.Context) error {
	limited, cancel := p.member.Limit(ctx)
	window, err := p.source.Window(limited, c)
	cancel()
	if err != nil {
		return p.member.Fail(survey.Placing, err)
	}
	return p.writeRecords(ctx, p.member.Env, c, window, p.introduce(p.aboutMember(p.member.Env.Args)))
}

// limit is ctx, of one of many sources with a deadline for what begins now.
func (m *member) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if m == nil {
		return ctx, func() {}
	}
	return m.Limit(ctx)
}

// join waits for the first sample of many live sources. The next source begins
// meanwhile, if all fit at once or this source has no end.
func (s *sampler) join(ctx context.Context) error {
	m := s.member
	if m == nil || m.beat == nil {
		return nil
	}
	return m.Join(ctx, s.interval.Duration, s.samples < 0)
}

// expect is [fleet.Member.Sampling] of one of many live sources.
func (m *member) expect() (arrived func()) {
	if m == nil || m.beat == nil {
		return func() {}
	}
	return m.Sampling()
}

// waits announces that nobody waits for the next sample, until the function is called
// that it returns: the next sample is later than the last.
func (m *member) waits() (resume func()) {
	m.Pause()
	return func() { m.Reach(m.step + 1) }
}

// reach says when the record to come is from. Live samples are together if they
// were due together.
func (m *member) reach(at time.Time) {
	if m != nil && m.beat == nil {
		m.step = at.UnixNano()
		m.Reach(m.step)
	}
}
