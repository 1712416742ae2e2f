package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/source"
	"pcptools/cmd/internal/summary"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp/options"
)

// several reports on many sources, a limited number at a time. Finally it prints on
// standard error how many answered, how many of these had all requested values, and why
// others failed.
func (p *Pipeline) several(ctx context.Context, env *tool.Env, ask Ask) error {
	f := &p.Fleet
	names, err := f.names(env.Stdin)
	switch {
	case err != nil:
		return err
	case len(names) == 0:
		return errors.New("no hosts or archives to ask")
	case p.Source.Follow && len(names) > f.together():
		return fmt.Errorf("%d hosts are too many to follow: the limit is %d", len(names), f.together())
	}
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = f.shown(name)
	}
	enc := report.NewSeveral(p.ofSeveral(env), shown)
	if err := enc.Begin(report.Header{Tool: env.Name, Source: &report.Source{Kind: f.noun()}}); err != nil {
		return err
	}
	ctx, stop := p.untilEnded(ctx, env)
	defer stop()
	began := time.Now()
	m := &many{ask: ask, room: len(names) <= hostsTogether()}
	for i, name := range names {
		m.sessions = append(m.sessions, &Session{Name: name, Strict: new(tool.Strict), p: p, ofMany: ofMany{many: m, part: enc.Parts()[i]}})
	}
	if !p.Source.Follow { // which has no end
		env.Progress.Begin(f.doing(), len(names))
	}
	m.run(ctx, env, f.limit(enc))
	env.Progress.End()
	if err := m.summarize(enc); err != nil {
		return err
	}
	if err := enc.End(); err != nil {
		return err
	}
	env.Stdout.Flush()
	for _, s := range m.sessions {
		p.Strict.Add(s.Strict)
	}
	return f.count(env, m.sessions, time.Since(began))
}

// run asks all sources, so many at a time.
func (m *many) run(ctx context.Context, env *tool.Env, most int) {
	free := make(chan struct{}, most)
	if p := m.sessions[0].p; p.Source.Kind != options.Archive && p.timed() {
		m.beat = newBeat(len(m.sessions), env.Progress.End)
	}
	var asked sync.WaitGroup
	for _, s := range m.sessions {
		free <- struct{}{}
		if ctx.Err() != nil { // to begin with each of very many would take long
			s.ended(s.Fail(survey.Opening, ctx.Err()))
			s.part.End()
			<-free
			continue
		}
		s.release = sync.OnceFunc(func() { <-free })
		s.recording, s.Env = s.p.Fleet.history.Of(s.Name), quiet(env)
		s.Source = s.recording.One(s.p.Source, s.Name, io.Discard)
		asked.Go(func() {
			defer s.release()
			if err := s.oneOfMany(ctx); err != nil {
				s.ended(err)
			}
			s.part.End()
			s.forget()
			env.Progress.Step(1)
		})
	}
	asked.Wait()
}

// summarize writes the summary of all sources.
func (m *many) summarize(to report.Encoder) error {
	var all *summary.Summary
	for _, s := range m.sessions {
		if s.summary != nil && !s.p.Pick.Compared { // which is of each host alone
			if all == nil {
				all = s.p.newSummary(nil)
			}
			all.Merge(s.summary)
		}
	}
	if all == nil {
		return nil
	}
	return all.Report(to)
}

// quiet is an environment for a source: nothing that it writes appears.
func quiet(env *tool.Env) *tool.Env {
	e := *env
	e.Progress, e.Stdout, e.Stderr = nil, tool.NewOutput(io.Discard, false), io.Discard
	return &e
}

// oneOfMany reports on one of many sources, unless it is a history without values. If a
// source that is followed cannot be opened, or loses the connection, it begins anew at the
// next instant; until then others do not wait for it.
func (s *Session) oneOfMany(ctx context.Context) error {
	values, err := s.recording.Await(ctx)
	switch {
	case err != nil:
		return s.Fail(survey.Opening, err)
	case !values:
		return nil
	}
	if s.p.Sampled && s.recording != nil {
		s.recording.Waits = s.waits
	}
	if s.beats() {
		s.part.Leave() // nobody waits for a host that may not be there
		defer s.many.beat.arrive(s)
	}
	if !s.p.follows() {
		return s.open(ctx)
	}
	for {
		s.part.Leave()
		err := s.open(ctx)
		if ctx.Err() == nil && s.failure != nil {
			s.part.Leave()
			s.Join(ctx, s.p.every(), true)
		}
		switch {
		case ctx.Err() != nil:
			return nil // an interrupt ends it in good order
		case s.failure == nil:
			return err
		}
	}
}

// open opens one of many sources and reports on it, within its time: all of it, or of
// what takes samples the opening.
func (s *Session) open(ctx context.Context) error {
	limited, cancel := s.Limit(ctx)
	defer cancel()
	s.Source.Structured = true
	c, err := source.Open(limited, s.Source)
	if err != nil {
		return s.Fail(survey.Opening, err)
	}
	defer c.Close()
	if s.p.timed() {
		cancel()
	} else {
		ctx = limited
	}
	if s.p.Sampled {
		defer s.recording.Done()
	}
	s.failure, s.lack = nil, cmp.Or(s.lack, s.failure)
	return s.run(ctx, c, s.many.ask)
}

// forget keeps of a source that has ended what is needed of it.
func (s *Session) forget() {
	if s.stages != nil {
		s.lack = cmp.Or(s.lack, s.stages.judge.lack)
		s.whole, s.summary = s.p.Sampled && s.stages.judge.whole(), s.stages.summary
	}
	s.Source, s.Env, s.C, s.stages = nil, nil, nil, nil
}

// ended takes note of how one of many sources has ended.
func (s *Session) ended(err error) {
	var exit tool.Exit
	if s.partial = errors.As(err, &exit); !s.partial && s.failure == nil {
		s.failure = err
	}
	if s.failure != nil {
		s.Strict.Failure()
	}
}

// Fail reports a source that fails as a whole, in a call: of many sources by a record, else
// by a document if the format has one. It returns the error.
func (s *Session) Fail(call string, err error) error {
	if s.many == nil {
		return s.p.Fail(s.Env, call, err)
	}
	if s.failure == nil {
		failure := survey.NewFailure(call, err)
		s.failure = failure.Err
		s.part.Write(&report.Problem{Time: came(s.p.Source), Failure: failure})
	}
	return err
}
