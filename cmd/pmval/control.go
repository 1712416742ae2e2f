package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os/exec"
	"syscall"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
	"pcptools/libpcp/timecontrol"
	"pcptools/libpcp/timewindow"
)

// A control follows pmtime(1), which determines the samples and their times.
type control struct {
	*timecontrol.Follower
	client *timecontrol.Client
	say    func(timecontrol.Action, string) // reports an action to the user
}

// controlled reports whether a pmtime controls the replay.
func (p *pmval) controlled() bool {
	_, given := p.controlPort()
	return p.source.GUIMode || given
}

// controlPort is the port of -p, if it is a number above zero.
func (p *pmval) controlPort() (port int, given bool) {
	if p.source.GUIPort == nil {
		return 0, false
	}
	port, ok := getopt.ParseInt(*p.source.GUIPort)
	return port, ok && port > 0
}

// timeControl connects to the pmtime of -p, or starts one for -g. Without
// either it does nothing.
func (p *pmval) timeControl(ctx context.Context, env *tool.Env, s *sampler) error {
	if !p.controlled() {
		return nil
	}
	env.Stdout.Flush()
	if err := p.checkOwnZone(env); err != nil {
		return err
	}
	client, err := p.connectControl(ctx, env, p.controlSettings(ctx, s))
	if err != nil {
		return err
	}
	s.control = &control{Follower: timecontrol.NewFollower(client), client: client}
	client.Show(true) // if that fails, so does what follows
	return nil
}

// controlSettings is for a pmtime: where samples begin, and in which zone.
func (p *pmval) controlSettings(ctx context.Context, s *sampler) timecontrol.Settings {
	t := timecontrol.Settings{Archive: s.archive, Interval: s.interval.Duration,
		Position: s.origin, Start: s.start, End: s.finish}
	switch zone := p.source.Zone; {
	case zone != nil:
		t.Zone, t.Label = timewindow.ReportingName(*zone), *zone
	case p.source.HostZone:
		t.Zone, _ = s.c.Timezone(ctx)
	}
	if t.Label == "" {
		t.Label = s.c.HostName(ctx)
	}
	return t
}

// checkOwnZone refuses a TZ that the release does not accept, where no option
// gives a pmtime another zone.
func (p *pmval) checkOwnZone(env *tool.Env) error {
	tz, given := env.LookupEnv("TZ")
	if !given || p.source.Zone != nil || p.source.HostZone || !p.release.Has(release.TimezoneChecks) {
		return nil
	}
	if err := timewindow.CheckZone(tz); err != nil {
		return failure{`pmTimeConnect: Cannot set timezone to "` + tz + `"`, err}
	}
	return nil
}

// connectControl fails with the errors that stand for what failed in PCP.
func (p *pmval) connectControl(ctx context.Context, env *tool.Env, t timecontrol.Settings) (*timecontrol.Client, error) {
	if port, given := p.controlPort(); given {
		client, err := timecontrol.Connect(ctx, port, t)
		if err != nil {
			return nil, failure{"pmTimeConnect", syscall.EINTR}
		}
		return client, nil
	}
	client, err := timecontrol.Start(ctx, t)
	if errors.Is(err, exec.ErrNotFound) {
		io.WriteString(env.Stderr, "execvp: No such file or directory\n")
	}
	switch {
	case err == nil:
		return client, nil
	case errors.As(err, new(*timecontrol.StartError)):
		return nil, failure{"pmTimeConnect", syscall.ENOENT}
	}
	return nil, failure{"pmTimeConnect", syscall.ESRCH}
}

// close ends the connection, if any.
func (c *control) close() {
	if c != nil {
		c.client.Close()
	}
}

// controlled returns the samples that the pmtime asks for.
func (s *sampler) controlled(ctx context.Context) iter.Seq2[*libpcp.Result, error] {
	return func(yield func(*libpcp.Result, error) bool) {
		for {
			action, err := s.control.Next(ctx)
			switch {
			case ctx.Err() != nil:
				yield(nil, ctx.Err())
				return
			case err != nil:
				yield(nil, errControlGone)
				return
			}
			if err := s.act(ctx, action); err != nil {
				yield(nil, err)
				return
			}
			if action.Task != timecontrol.Fetch {
				continue
			}
			result, err := s.next(ctx, false)
			if err == nil || err == errEnd {
				s.control.Done()
			}
			if err == errEnd {
				s.control.End()
				s.control.say(action, "\n[Time Control] End of Archive ...\n")
				continue
			}
			if !yield(result, err) || err != nil {
				return
			}
		}
	}
}

// errControlGone is the end of the pmtime.
var errControlGone = errors.New("Time Control dialog exited, goodbye.")

// act carries out an action of pmtime, before the sample that it may lead to.
func (s *sampler) act(ctx context.Context, a timecontrol.Action) error {
	c := s.control
	switch {
	case a.Task == timecontrol.Rezone:
		c.say(a, "new timezone: "+a.Zone+" ("+a.Label+")\n")
	case a.Task == timecontrol.Rewind:
		c.say(a, "\n[Time Control] Rewind/Reverse ...\n")
	case a.Cause == timecontrol.Resumed:
		c.say(a, "\n[Time Control] Resume ...\n")
	case a.Cause == timecontrol.Repositioned:
		c.say(a, "\n[Time Control] Repositioned in archive ...\n")
	}
	if !a.Moved {
		return nil
	}
	now := interval{a.Interval, a.Interval.Seconds()}
	if a.IntervalChanged {
		c.say(a, fmt.Sprintf("new interval:  %1.2f sec\n", now.seconds))
	}
	if !s.archive {
		return nil
	}
	if err := s.c.SetMode(ctx, libpcp.ModeInterp, a.Position, s.step(now)); err != nil {
		return failure{"pmSetMode", err}
	}
	return nil
}
