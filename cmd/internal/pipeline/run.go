package pipeline

import (
	"cmp"
	"context"
	"time"

	"pcptools/cmd/internal/hint"
	"pcptools/cmd/internal/pick"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/source"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
)

// Run reports on all sources.
func (p *Pipeline) Run(ctx context.Context, env *tool.Env, ask Ask) error {
	if p.keyed(env) {
		p.keys = &keys{next: make(chan struct{})}
		if p.redraws(env) && p.Pick.Drawn {
			p.ranking = cmp.Or(p.Pick.Ranking(), pick.Idle())
		}
	}
	if p.Fleet.Asked() {
		return p.several(ctx, env, ask)
	}
	s := &Session{p: p, Source: p.Source, Env: env, Strict: &p.Strict, recording: p.Fleet.history.Of(p.Source.Archives)}
	env.Progress.Begin("opening the source", 0)
	c, err := source.Open(ctx, p.Source)
	if err != nil {
		return s.Fail(survey.Opening, err)
	}
	defer c.Close()
	return s.run(ctx, c, ask)
}

// run reports on a source that is open.
func (s *Session) run(ctx context.Context, c *libpcp.Context, ask Ask) error {
	s.C, s.ctx = c, ctx
	round, err := ask(ctx, s)
	if err != nil || round == nil {
		return err
	}
	if (s.p.Sampled || s.p.keyed(s.Env)) && s.Alone() { // which an interrupt ends in good order
		var stop func()
		ctx, stop = s.p.untilEnded(ctx, s.Env)
		defer stop()
	}
	s.stages = s.newStages(s.end())
	host := s.Host
	if host == "" && s.Alone() { // else the merge has a header of its own
		host = c.HostName(ctx)
	}
	header := s.p.header(s.Env, s.Source, host)
	if s.p.repeats() {
		err := s.watch(ctx, header, round)
		if s.Alone() && s.p.keyed(s.Env) && ctx.Err() != nil {
			err = s.stages.failed
		}
		return err
	}
	if err := s.base(ctx, header); err != nil {
		return err
	}
	if err := s.once(ctx, header, round); err != nil {
		return err
	}
	if s.Alone() && ctx.Err() == nil {
		hint.Recorded(ctx, s.Env, s.Source, c, cmp.Or(s.Zone, time.Local), s.stages.judge.lacking())
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

// base has the base looked at, if there is one.
func (s *Session) base(ctx context.Context, header report.Header) error {
	if s.Base == nil {
		return nil
	}
	return s.Look(func(report.Encoder) error { return s.once(ctx, header, s.Base) })
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
	if err := s.Join(ctx, s.p.every(), true); err != nil {
		return err
	}
	for first := true; ; first = false {
		err := s.Within(ctx, func(limited context.Context) error {
			if first && s.Base != nil {
				return s.base(limited, header)
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

// Compare ends a window of samples, which is compared with the next.
func (s *Session) Compare() {
	s.Forget()
	s.stages.summary.Compare()
}

// Forget has rates begin anew.
func (s *Session) Forget() { s.stages.rates.forget() }
