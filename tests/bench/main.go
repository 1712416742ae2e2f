// Bench compares the time, the round trips and the memory that the genuine tools
// and ours need for the same work on the same pmcd, in turn and so in the same
// minute: a private one with the whole name space of this machine besides that
// of the test agents. First directly, over loopback; then over a link that takes
// 25 ms each way.
//
//	go run ./tests/bench            (make bench builds the tools first)
//
// Before that, the time that each tool takes for the least it can do.
//
// Then on an archive of some 400 MB, which is made when it is first needed and
// kept in -cache: plain, and compressed. Then on derived metrics, over both.
// Then without a pmcd, where fetches in this process are counted too, and so on
// a made machine with many processes. And last on many hosts at once, against a
// loop. -part runs one of these.
//
// Times are medians of several runs. Round trips are defined in
// package slowlink. Over the slow link the genuine tools may take minutes: where
// they would need more than -patience, their time there is computed from their
// round trips, and marked with a ~.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/world"
	"pcptools/tests/internal/slowlink"
)

const delay = 25 * time.Millisecond

type bench struct {
	genuine, ours string // directories of tools
	runs          int
	patience      time.Duration
	world         *world.World
	definitions   string // file of derived metrics, if not the usual ones
	machine       string // tree with another machine's processes
}

// row is a command line and what it took.
type row struct {
	tool string
	args []string

	genuine, ours side
}

type side struct {
	direct, slow time.Duration
	computed     bool // slow is not measured
	memory       int64
	trips        int
}

var commands = []string{
	"pminfo",
	"pminfo -d",
	"pminfo -f",
	"pminfo -dfmtT",
	"pmprobe -v",
}

func main() {
	b := bench{genuine: filepath.Dir(pcpconf.Genuine("pminfo"))}
	flag.StringVar(&b.ours, "ours", "bin", "`folder` of our tools")
	flag.IntVar(&b.runs, "runs", 7, "runs of each command line")
	flag.DurationVar(&b.patience, "patience", 30*time.Second, "longest run of a genuine tool over the slow link")
	cache := flag.String("cache", filepath.Join(os.TempDir(), "pcptools-bench"), "`folder` for the large archive")
	part := flag.String("part", "", "startup, live, archive, derived, local, processes or fleet, `which` alone is to be measured")
	flag.Parse()
	if err := b.main(*part, *cache); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (b *bench) main(part, cache string) error {
	if err := need.MissingPCP(); err != nil {
		return err
	}
	parts := []struct {
		name string
		run  func() error
	}{
		{"startup", b.startUp},
		{"live", func() error { return b.withWorld(b.live) }},
		{"archive", func() error { return b.archives(cache) }},
		{"derived", func() error { return b.derived(cache) }},
		{"local", b.local},
		{"processes", b.processes},
		{"fleet", b.fleet},
	}
	for _, p := range parts {
		if part != "" && part != p.name {
			continue
		}
		if err := p.run(); err != nil {
			return err
		}
	}
	return nil
}

// withWorld measures something on a pmcd.
func (b *bench) withWorld(measure func() error) error {
	dir, err := os.MkdirTemp("", "pcpbench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	kit, err := world.NewKit(dir, world.Options{Linux: true})
	if err != nil {
		return err
	}
	if b.world, err = kit.Start(); err != nil {
		return err
	}
	defer func() {
		b.world.Close()
		b.world = nil
	}()
	return measure()
}

// live compares the tools on a pmcd.
func (b *bench) live() error {
	if err := b.describe(); err != nil {
		return err
	}

	var rows []*row
	for _, line := range commands {
		words := strings.Fields(line)
		r := &row{tool: words[0], args: words[1:]}
		fmt.Fprintf(os.Stderr, "%s ...\n", line)
		if err := b.measure(r); err != nil {
			return err
		}
		rows = append(rows, r)
	}
	return report(rows)
}

// describe says what is measured on what.
func (b *bench) describe() error {
	cmd := b.command(b.genuine, "pminfo")
	names, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", cmd, err)
	}
	fmt.Printf("%d metrics; %s, %d CPUs; genuine %s, ours %s\n\n",
		strings.Count(string(names), "\n"), runtime.GOARCH, runtime.NumCPU(), b.genuine, b.ours)
	return nil
}

// direct runs a command line of both tools in turn, for time and memory.
func (b *bench) direct(r *row, runs int, source ...string) error {
	args := append(source, r.args...)
	sides := []struct {
		tools string
		side  *side
		times []time.Duration
	}{{b.genuine, &r.genuine, nil}, {b.ours, &r.ours, nil}}
	for range runs {
		for i := range sides {
			s := &sides[i]
			took, err := elapsed(b.command(s.tools, r.tool, args...))
			if err != nil {
				return err
			}
			s.times = append(s.times, took)
		}
	}
	for _, s := range sides {
		s.side.direct = median(s.times)
		var err error
		if s.side.memory, err = peak(b.command(s.tools, r.tool, args...)); err != nil {
			return err
		}
	}
	return nil
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
	if err := timed.Run(); err != nil {
		return 0, fmt.Errorf("%s: %w", timed, err)
	}
	text, err := os.ReadFile(out.Name())
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
}

func median[T ~int64](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}

func report(rows []*row) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "directly\tgenuine\tours\tratio\tpeak genuine\tours\t")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%v\t%v\t%.2f\t%.1f MiB\t%.1f MiB\t\n", r.line(),
			round(r.genuine.direct), round(r.ours.direct), ratio(r.ours.direct, r.genuine.direct),
			mib(r.genuine.memory), mib(r.ours.memory))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Println()
	fmt.Fprintln(w, "25 ms each way\tgenuine\tours\tratio\ttrips genuine\tours\t")
	for _, r := range rows {
		mark := ""
		if r.genuine.computed {
			mark = "~"
		}
		fmt.Fprintf(w, "%s\t%s%v\t%v\t%.2f\t%d\t%d\t\n", r.line(),
			mark, round(r.genuine.slow), round(r.ours.slow), ratio(r.ours.slow, r.genuine.slow),
			r.genuine.trips, r.ours.trips)
	}
	return w.Flush()
}

func (r *row) line() string { return strings.Join(append([]string{r.tool}, r.args...), " ") }

func ratio(a, b time.Duration) float64 { return float64(a) / float64(b) }

func mib(kib int64) float64 { return float64(kib) / 1024 }

// round leaves three digits or so.
func round(d time.Duration) time.Duration {
	switch {
	case d > 10*time.Second:
		return d.Round(100 * time.Millisecond)
	case d > time.Second:
		return d.Round(10 * time.Millisecond)
	case d > 100*time.Millisecond:
		return d.Round(time.Millisecond)
	default:
		return d.Round(10 * time.Microsecond)
	}
}
