package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"pcptools/tests/internal/slowlink"
)

// direct measures a command line of both tools on a source.
func (b *bench) direct(r *row, n int, source ...string) error {
	args := append(source, r.args...)
	return b.timeAndMemory(r, args, args, times(n))
}

// timeAndMemory measures a row's tool of both sides with arguments of their own.
func (b *bench) timeAndMemory(r *row, genuine, ours []string, more func(done int) bool) error {
	commands := [2]func() *exec.Cmd{
		func() *exec.Cmd { return b.command(b.genuine, r.tool, genuine...) },
		func() *exec.Cmd { return b.command(b.ours, r.tool, ours...) },
	}
	took, err := inTurn(commands, used, more)
	if err != nil {
		return err
	}
	for i, side := range []*side{&r.genuine, &r.ours} {
		side.direct = medianOf(took[i], usage.wall)
		side.cpu = medianOf(took[i], usage.processor)
		if side.memory, err = peak(commands[i]()); err != nil {
			return err
		}
	}
	return nil
}

// inTurn runs two commands in turn while more are wanted than are done, and
// returns what each run took.
func inTurn[T any](commands [2]func() *exec.Cmd, run func(*exec.Cmd) (T, error), more func(done int) bool) (took [2][]T, err error) {
	for done := 0; more(done); done++ {
		for i, command := range commands {
			t, err := run(command())
			if err != nil {
				return took, err
			}
			took[i] = append(took[i], t)
		}
	}
	return took, nil
}

// times is for inTurn to end after a number of runs.
func times(n int) func(done int) bool {
	return func(done int) bool { return done < n }
}

func (b *bench) measure(r *row) error {
	if err := b.direct(r, b.runs, "-h", fmt.Sprintf("127.0.0.1:%d", b.world.Port)); err != nil {
		return err
	}

	// One after the other, as requests, so undelayed round trips are exact.
	_, trips, err := b.proxied(b.genuine, r, 0)
	if err != nil {
		return err
	}
	r.genuine.trips = trips
	r.genuine.slow = r.genuine.direct + time.Duration(trips)*2*delay
	r.genuine.computed = r.genuine.slow > b.patience
	if !r.genuine.computed {
		if r.genuine.slow, _, err = b.proxied(b.genuine, r, delay); err != nil {
			return err
		}
	}

	var slow []time.Duration
	for range 3 {
		took, trips, err := b.proxied(b.ours, r, delay)
		if err != nil {
			return err
		}
		slow = append(slow, took)
		r.ours.trips = max(r.ours.trips, trips)
	}
	r.ours.slow = median(slow)
	return nil
}

// proxied runs a row's command once through a proxy.
func (b *bench) proxied(tools string, r *row, delay time.Duration) (time.Duration, int, error) {
	proxy, err := slowlink.Start(fmt.Sprintf("127.0.0.1:%d", b.world.Port), delay)
	if err != nil {
		return 0, 0, err
	}
	took, err := elapsed(b.command(tools, r.tool, append([]string{"-h", proxy.Addr()}, r.args...)...))
	if closeErr := proxy.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return 0, 0, err
	}
	return took, proxy.RoundTrips(), nil
}

func (b *bench) command(dir, tool string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(dir, tool), args...)
	cmd.Env = []string{"LC_ALL=C", "TZ=UTC", "HOME=/"}
	if b.world != nil {
		cmd.Env = append(cmd.Env, b.world.Env()...)
	}
	if b.definitions != "" {
		cmd.Env = append(cmd.Env, "PCP_DERIVED_CONFIG="+b.definitions)
	}
	if b.compat != "" {
		cmd.Env = append(cmd.Env, "PCPTOOLS_COMPAT="+b.compat)
	}
	if b.machine != "" {
		cmd.Env = append(cmd.Env, "PROC_STATSPATH="+b.machine)
	}
	return cmd
}

func elapsed(cmd *exec.Cmd) (time.Duration, error) {
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("%s: %w", cmd, err)
	}
	return time.Since(start), nil
}

// usage is what a run took, with the processes that it ran.
type usage struct{ elapsed, cpu time.Duration }

func (u usage) wall() time.Duration      { return u.elapsed }
func (u usage) processor() time.Duration { return u.cpu }

func used(cmd *exec.Cmd) (usage, error) {
	took, err := elapsed(cmd)
	if err != nil {
		return usage{}, err
	}
	return usage{took, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}, nil
}

func medianOf(took []usage, part func(usage) time.Duration) time.Duration {
	parts := make([]time.Duration, len(took))
	for i, t := range took {
		parts[i] = part(t)
	}
	return median(parts)
}

// peak returns the largest resident memory of a command, in KiB. The kernel's
// own account of a child begins with the size of its parent, so the parent has
// to be something small: time(1), on which PCP's test suite depends.
func peak(cmd *exec.Cmd) (int64, error) {
	out, err := os.CreateTemp("", "peak")
	if err != nil {
		return 0, err
	}
	defer os.Remove(out.Name())
	defer out.Close()
	timed := exec.Command("/usr/bin/time", append([]string{"-f", "%M", "-o", out.Name(), cmd.Path}, cmd.Args[1:]...)...)
	timed.Env, timed.Stdin = cmd.Env, cmd.Stdin
	if _, err := started(timed); err != nil {
		return 0, fmt.Errorf("%s: %w", timed, err)
	}
	text, err := os.ReadFile(out.Name())
	if err != nil {
		return 0, err
	}
	lines := strings.Fields(string(text)) // the last, behind one about the status
	return strconv.ParseInt(lines[len(lines)-1], 10, 64)
}

func median[T ~int64](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
