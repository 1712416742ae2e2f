package main

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"pcptools/cmd/internal/hint"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/source"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// Run implements [tool.Command].
func (p *pmval) Run(ctx context.Context, env *tool.Env, _ []string) error {
	defer env.Stdout.Flush() // before an error is reported
	p.source.Structured = p.On()
	p.Style.Fine = p.interval().Duration < time.Second
	if p.precision >= 0 {
		p.Style.Precision = &p.precision
	}
	end, err := p.gather(ctx, env)
	if err != nil {
		return err
	}
	defer end()
	if p.ownHost == nil {
		p.ownHost = sync.OnceValue(func() string { return ownHost(ctx) })
	}
	if p.On() {
		return p.Pipeline.Run(ctx, env, p.ask)
	}
	env.Progress.Begin("opening the source", 0)
	whoami := p.identify(&p.source, env.Args)
	c, err := source.Open(ctx, &p.source)
	if err != nil {
		return err
	}
	defer c.Close()
	return p.classic(ctx, env, c, whoami)
}

// classic reports the samples of a source as PCP's tool does.
func (p *pmval) classic(ctx context.Context, env *tool.Env, c *libpcp.Context, whoami *whoami) error {
	host := ""
	if p.source.Tracing() { // the order of events shows
		env.Stdout.ByLine()
		host = (&greeting{whoami: whoami}).alone(ctx, c)
		whoami = nil
	}
	window, err := p.window(ctx, env, &p.source, c)
	if err != nil {
		return err
	}
	p.progress(env, &p.source)
	if err := newClassic(p, env, c, window, host, whoami).run(ctx, env); err != nil {
		return p.hinted(ctx, env, c, err)
	}
	c.Batch(ctx, &traced.Closing{})
	return nil
}

// progress shows the current step.
func (p *pmval) progress(env *tool.Env, s *options.Source) {
	switch {
	case s.Kind == options.Archive && !p.delay && !p.controlled() && !s.Follow:
		env.Progress.Begin("reading the archive", 0)
	case p.Summary || p.Format.Exposed():
		total := 0
		if n := s.Samples; n != nil {
			total = *n
		}
		env.Progress.Begin("taking samples, Ctrl-C reports them:", total)
	default:
		env.Progress.End() // samples take their time
	}
}

// window is the time in which samples are taken.
func (p *pmval) window(ctx context.Context, env *tool.Env, s *options.Source, c *libpcp.Context) (options.Window, error) {
	if !p.On() {
		s.Announce = func(note string) { env.Stdout.WriteString(note) }
	}
	window, err := s.Window(ctx, c)
	if !p.On() {
		survey.AdviseWindow(env, s, window.Zone)
	}
	if covered, outside := window.Outside(); outside {
		env.Explain(&p.Strict, "the window is outside the archive, which covers "+covered)
		if start := s.Times.Start; start != nil && strings.Contains(*start, ":") && !strings.HasPrefix(*start, "@") {
			env.Advise("In an archive @ comes before a time of day: -S @" + *start + ".")
		}
	}
	if window.Finish.Unix() == 0 {
		window.Finish = time.Time{} // PCP's sign for no end
	}
	return window, err
}

// hinted prints an error about the metric at once, for a user at a terminal
// with similar names and places to look; it returns the exit status.
func (p *pmval) hinted(ctx context.Context, env *tool.Env, c *libpcp.Context, err error) error {
	var f failure
	var missing *noInstanceError
	if env.Progress == nil || !errors.As(err, &f) && !errors.As(err, &missing) {
		return err
	}
	env.Stdout.Flush()
	status := tool.Report(env, err)
	if missing != nil && missing.Advice() == "" {
		known, _ := missing.of.instances(ctx)
		hint.Instances(env, missing.name, known)
	}
	if strings.HasPrefix(f.call, "pmLookupName(") || libpcp.Code(err) == libpcp.ErrBadDerive {
		hint.Name(ctx, env, &p.source, c, p.metric.Metric, err)
	}
	hint.Agents(env, &p.source, err)
	return tool.Exit(status)
}

// gather gets what --series asks for.
func (p *pmval) gather(ctx context.Context, env *tool.Env) (end func(), err error) {
	if p.source.Series != "" {
		env.Progress.Begin("asking for series", 0)
	}
	if p.source.Follow {
		defer env.Progress.End() // values take their time
	}
	r := source.Request{Alone: !p.Format.Several(), Labels: p.Format.Members() || p.Format.Exposed(), Made: env.BeforeEnd(), AsRecorded: p.recorded}
	some := p.instances != nil || slices.ContainsFunc(p.metrics, func(m libpcp.MetricSpec) bool { return m.Instances != nil })
	if p.recorded && p.source.Samples != nil && !some { // which may be missing in between
		r.Samples = max(1, *p.source.Samples) + 1 // rates begin with one more
	}
	if p.source.Series != "" && p.Format != report.Classic { // which an interrupt ends in good order
		r.Made = env.BeforeEnd(os.Interrupt, syscall.SIGTERM)
		ctx, _ = env.UntilInterrupted(ctx)
	}
	return p.Gather(ctx, r)
}
