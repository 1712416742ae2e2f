// Package fleet queries many sources at once: the hosts of --hosts or the
// archives of --archives. A source that fails produces an error record and
// delays no other source.
package fleet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
	"pcptools/libpcp/pmproxy"
	"pcptools/libpcp/timewindow"
)

// Fleet holds the options about many sources. A tool has one Fleet, and lists
// its Options among the options that PCP's tool lacks.
type Fleet struct {
	source   *options.Source
	parallel int
	timeout  time.Duration
	beat     *Beat // nil for reports without samples
	room     bool  // the process has file descriptors for all sources

	// Finish, if not nil, writes records about all sources.
	Finish func(members []*Member, all *report.Several) error
}

// defaultTimeout is how long a host has for its answer.
const defaultTimeout = 10 * time.Second

// Options are --hosts, --archives, --parallel and --timeout, for a source.
func (f *Fleet) Options(s *options.Source) []getopt.Option {
	f.source = s
	return []getopt.Option{
		s.HostsOption(), s.ArchivesOption(),
		{Long: "parallel", Arg: "N", Exact: true, Text: "ask so many of --hosts or --archives at a time",
			Value: getopt.Func(f.setParallel)},
		{Long: "timeout", Arg: "DELTA", Exact: true, Text: "time that each of --hosts, or each answer of a pmproxy, may take [10 sec; about series 1 min]",
			Value: getopt.Func(f.setTimeout)},
	}
}

func (f *Fleet) setParallel(text string) error {
	n, ok := getopt.ParseInt(text)
	if !ok || n < 1 {
		return errors.New("--parallel requires a positive number")
	}
	f.parallel = n
	return nil
}

func (f *Fleet) setTimeout(text string) error {
	interval, err := timewindow.ParseInterval(text)
	if err != nil {
		return errors.New("--timeout argument not in pmParseInterval(3) format:\n" + err.Error())
	}
	if f.timeout = interval.Duration(); f.timeout <= 0 {
		return errors.New("--timeout requires a time above 0")
	}
	f.source.AnswerTimeout = f.timeout
	return nil
}

// Asked reports whether options name many sources.
func (f *Fleet) Asked() bool { return f.source.Several() }

// Check rejects options that do not go with many sources, or with a single
// source.
func (f *Fleet) Check(format report.Format, style *report.Style) error {
	switch {
	case !f.Asked() && f.source.Series == "" && style.Has(report.Host):
		return errors.New("--fields: host goes with --hosts, --archives or a query of series")
	case !f.Asked() && f.source.Series == "" && (f.parallel > 0 || f.timeout > 0 && !pmproxy.IsAddress(f.source.Host)):
		return errors.New("--parallel and --timeout go with --hosts, --archives or a query of series, and --timeout with a pmproxy")
	case !f.Asked():
		return nil
	case format == report.CSV && style.Wide:
		return errors.New("--wide takes a single source with csv: its columns cannot change, and sources differ in instances; without it csv has a row for each value")
	case !format.Several():
		return fmt.Errorf("--hosts and --archives do not go with the format %s", format)
	}
	return nil
}

// A Member is one of the sources.
type Member struct {
	*report.Part
	Name   string
	Source *options.Source
	Env    *tool.Env // without streams: records contain the errors
	Strict tool.Strict

	fleet    *Fleet
	pace     pace
	failure  error  // of the source as a whole
	Whole    bool   // all that was asked for had values at some time
	partial  bool   // not all that was asked for could be reported
	lack     error  // the first reason why
	release  func() // lets the next one begin
	released sync.Once
}

// Limit is ctx with the deadline of a member that starts now.
func (m *Member) Limit(ctx context.Context) (context.Context, context.CancelFunc) {
	switch {
	case m.Source.Follow: // of whose pmproxy each answer has a limit
		return ctx, func() {}
	case m.fleet.timeout > 0:
		return context.WithTimeout(ctx, m.fleet.timeout)
	case m.Source.Kind == options.Archive:
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, defaultTimeout)
}

// Query opens s, the source of the member, and calls do, both within the
// member's time.
func (m *Member) Query(ctx context.Context, s *options.Source, do func(context.Context, *libpcp.Context) error) error {
	ctx, cancel := m.Limit(ctx)
	defer cancel()
	c, err := m.open(ctx, s)
	if err != nil {
		return err
	}
	defer c.Close()
	return do(ctx, c)
}

// Open opens s, the source of the member, within the member's time.
func (m *Member) Open(ctx context.Context, s *options.Source) (*libpcp.Context, error) {
	ctx, cancel := m.Limit(ctx)
	defer cancel()
	return m.open(ctx, s)
}

func (m *Member) open(ctx context.Context, s *options.Source) (*libpcp.Context, error) {
	s.Structured = true
	c, err := s.Open(ctx)
	if err != nil {
		return nil, m.Fail(survey.Opening, err)
	}
	return c, nil
}

// Release lets the next source begin before the member has ended.
func (m *Member) Release() { m.released.Do(m.release) }

// Room reports whether all sources can be open at the same time.
func (m *Member) Room() bool { return m.fleet.room }

// Fail writes the record of a source that failed as a whole in a call, and
// returns its error.
func (m *Member) Fail(call string, err error) error {
	if m.failure == nil {
		failure := survey.NewFailure(call, err)
		m.failure = failure.Err
		m.Part.Write(&report.Problem{Failure: failure})
	}
	return err
}

// Write implements [report.Encoder]. A lost connection is a failure of the
// whole source, and ends it.
func (m *Member) Write(r report.Record) error {
	switch f := failureOf(r); {
	case f == nil:
	case survey.Disconnected(f.Err):
		return m.Fail(f.Call, f.Err)
	case m.lack == nil:
		m.lack = f.Err
	}
	return m.Part.Write(r)
}

// Run calls do for all sources, a limited number at a time, and writes one
// report. Finally it prints on standard error how many sources answered, how
// many of these had all requested values, and why others failed.
func (f *Fleet) Run(ctx context.Context, env *tool.Env, o report.Options, strict *tool.Strict, do func(context.Context, *Member) error) error {
	names, err := f.source.Names(env.Stdin)
	if err != nil {
		return err
	}
	switch {
	case len(names) == 0:
		return errors.New("no hosts or archives to ask")
	case f.source.Follow && len(names) > f.together():
		return fmt.Errorf("%d hosts are too many to follow: the limit is %d", len(names), f.together())
	}
	enc := report.NewSeveral(o, f.shown(names))
	if err := enc.Begin(report.Header{Tool: env.Name, Source: f.header()}); err != nil {
		return err
	}
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	context.AfterFunc(ctx, stop) // the next signal ends the process
	began := time.Now()
	members := f.members(names, enc)
	if !f.source.Follow { // which has no end
		env.Progress.Begin(f.doing(), len(members))
	}
	f.askAll(ctx, env, members, f.limit(enc), do)
	env.Progress.End()
	if f.Finish != nil {
		if err := f.Finish(members, enc); err != nil {
			return err
		}
	}
	if err := enc.End(); err != nil {
		return err
	}
	env.Stdout.Flush()
	for _, m := range members {
		strict.Add(&m.Strict)
	}
	return f.summarize(env, members, time.Since(began))
}

// untilInterrupted is a context that ends with a signal that asks the process to
// end, unless that is ignored.
func untilInterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	asking := slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM}, signal.Ignored)
	if len(asking) == 0 { // which would stand for all
		return context.WithCancel(ctx)
	}
	return signal.NotifyContext(ctx, asking...)
}

// members makes the members, of which none has a source yet.
func (f *Fleet) members(names []string, enc *report.Several) []*Member {
	members := make([]*Member, len(names))
	for i, name := range names {
		members[i] = &Member{Part: enc.Parts()[i], Name: name, fleet: f}
	}
	return members
}

// askAll asks the members, so many at a time.
func (f *Fleet) askAll(ctx context.Context, env *tool.Env, members []*Member, most int, do func(context.Context, *Member) error) {
	free := make(chan struct{}, most)
	f.room = len(members) <= hostsTogether()
	if f.beat != nil {
		f.beat.start(len(members), env.Progress.End)
	}
	var asked sync.WaitGroup
	for _, m := range members {
		free <- struct{}{}
		m.release = func() { <-free }
		m.Source, m.Env = f.source.One(m.Name, io.Discard), quiet(env)
		asked.Go(func() {
			defer m.Release()
			if err := m.ask(ctx, do); err != nil {
				m.note(err)
			}
			m.Part.End()
			m.Source, m.Env = nil, nil
			env.Progress.Step(1)
		})
	}
	asked.Wait()
}

// ask asks the member, unless it is a history without values.
func (m *Member) ask(ctx context.Context, do func(context.Context, *Member) error) error {
	values, err := m.Source.Await(ctx)
	switch {
	case err != nil:
		return m.Fail(survey.Opening, err)
	case !values:
		return nil
	}
	return do(ctx, m)
}

// quiet is an environment for a source: nothing that it writes appears.
func quiet(env *tool.Env) *tool.Env {
	e := *env
	e.Progress, e.Stdout, e.Stderr = nil, tool.NewOutput(io.Discard, false), io.Discard
	return &e
}

// note takes note of how a member ended.
func (m *Member) note(err error) {
	var exit tool.Exit
	if m.partial = errors.As(err, &exit); !m.partial && m.failure == nil {
		m.failure = err
	}
	if m.failure != nil {
		m.Strict.Failure()
	}
}

// limit is how many sources are asked at a time. Of histories that are still being
// fetched it is one, which leaves a processor for that, unless records of several are
// joined.
func (f *Fleet) limit(enc *report.Several) int {
	if f.source.Series != "" && !f.source.Follow && f.parallel == 0 && !enc.Joins() {
		return 1
	}
	return f.together()
}

// together is how many sources can be asked at a time.
func (f *Fleet) together() int {
	switch {
	case f.parallel > 0:
		return min(f.parallel, hostsTogether())
	case f.source.Follow:
		return min(maxHosts, hostsTogether())
	case f.source.Kind == options.Archive:
		return min(archivesAtOnce, hostsTogether())
	}
	return hostsAtOnce()
}

func (f *Fleet) shown(names []string) []string {
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = f.source.Shown(name)
	}
	return shown
}

func (f *Fleet) noun() string {
	if f.source.Kind == options.Archive {
		return "archives"
	}
	return "hosts"
}

// doing is what Run does, for users.
func (f *Fleet) doing() string {
	if f.source.Series != "" {
		return "reporting on hosts"
	}
	return "asking " + f.noun()
}

func (f *Fleet) header() *report.Source { return &report.Source{Kind: f.noun()} }
