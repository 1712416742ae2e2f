package main

import (
	"errors"
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

// row is the same work for a tool of PCP and ours, and what it took.
type row struct {
	line     string
	commands [2]func() *exec.Cmd // PCP's, ours
	fails    bool                // as it is meant to

	took [2][]usage
	peak [2]int64 // KiB

	// Over the slow link.
	slow     [2]time.Duration
	trips    [2]int
	computed bool // the time of PCP's is
}

// usage is what a run took, with the processes that it ran.
type usage struct{ wall, cpu time.Duration }

// budget is how long the runs of a row may take together, but for the first.
const budget = 20 * time.Second

// rows are those of command lines, with a source before their arguments. In both,
// ARCHIVE stands for an archive, which may be another one for ours.
func (b *bench) rows(lines []string, archives [2]string, source ...string) (rows []*row) {
	for _, line := range lines {
		words := strings.Fields(line)
		r := &row{line: line}
		for i, dir := range []string{b.genuine, b.ours} {
			r.commands[i] = func() *exec.Cmd {
				return b.command(dir, words[0], onArchive(archives[i], slices.Concat(source, words[1:]))...)
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// table prints what rows take that are run at most n times.
func (b *bench) table(title string, n int, rows ...*row) error {
	if err := b.measure(n, rows...); err != nil {
		return err
	}
	return report(title, rows)
}

func (b *bench) command(dir, tool string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(dir, tool), args...)
	cmd.Env = []string{"LC_ALL=C", "TZ=UTC", "HOME=/"}
	if b.world != nil {
		cmd.Env = append(cmd.Env, b.world.Env()...)
	}
	return cmd
}

// measure runs both sides of rows in turn, at most n times.
func (b *bench) measure(n int, rows ...*row) error {
	for _, r := range rows {
		fmt.Fprintf(os.Stderr, "%s ...\n", r.line)
		began := time.Now()
		for done := 0; done == 0 || done < n && time.Since(began) < budget; done++ {
			for i, command := range r.commands {
				u, err := r.run(command())
				if err != nil {
					return err
				}
				r.took[i] = append(r.took[i], u)
			}
		}
		for i, command := range r.commands {
			var err error
			if r.peak[i], err = peak(command()); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *row) run(cmd *exec.Cmd) (usage, error) {
	start := time.Now()
	err := cmd.Run()
	u := usage{wall: time.Since(start)}
	if exit := (*exec.ExitError)(nil); err != nil && !(r.fails && errors.As(err, &exit)) {
		return u, fmt.Errorf("%s: %w", cmd, err)
	}
	u.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return u, nil
}

// at is the wall time and the processor time that a part of a side's runs did not
// exceed: 0.5 for the median.
func (r *row) at(side int, part float64) usage {
	var wall, cpu []time.Duration
	for _, u := range r.took[side] {
		wall, cpu = append(wall, u.wall), append(cpu, u.cpu)
	}
	slices.Sort(wall)
	slices.Sort(cpu)
	i := int(part * float64(len(wall)))
	return usage{wall[i], cpu[i]}
}

// overSlowLink measures rows on the pmcd over a slow link. Of PCP's tools
// the requests go one after the other, so their undelayed round trips are exact.
func (b *bench) overSlowLink(rows ...*row) error {
	for _, r := range rows {
		var err error
		if _, r.trips[0], err = b.proxied(r, 0, 0); err != nil {
			return err
		}
		r.slow[0] = r.at(0, 0.5).wall + time.Duration(r.trips[0])*2*delay
		if r.computed = r.slow[0] > b.patience; !r.computed {
			if r.slow[0], _, err = b.proxied(r, 0, delay); err != nil {
				return err
			}
		}
		var slow []time.Duration
		for range 3 {
			took, trips, err := b.proxied(r, 1, delay)
			if err != nil {
				return err
			}
			slow = append(slow, took)
			r.trips[1] = max(r.trips[1], trips)
		}
		slices.Sort(slow)
		r.slow[1] = slow[1]
	}
	return nil
}

// proxied runs a side of a row once through a proxy.
func (b *bench) proxied(r *row, side int, delay time.Duration) (time.Duration, int, error) {
	proxy, err := slowlink.Start(b.address(), delay)
	if err != nil {
		return 0, 0, err
	}
	cmd := r.commands[side]()
	cmd.Args[slices.Index(cmd.Args, b.address())] = proxy.Addr()
	u, err := r.run(cmd)
	err = errors.Join(err, proxy.Close())
	return u.wall, proxy.RoundTrips(), err
}

func (b *bench) address() string { return fmt.Sprintf("127.0.0.1:%d", b.world.Port) }

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
	timed.Env = cmd.Env
	if _, err := (&row{fails: true}).run(timed); err != nil {
		return 0, err
	}
	text, err := os.ReadFile(out.Name())
	if err != nil {
		return 0, err
	}
	lines := strings.Fields(string(text)) // the last, behind one about the status
	return strconv.ParseInt(lines[len(lines)-1], 10, 64)
}
