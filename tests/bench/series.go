package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"pcptools/internal/pcpconf"
	"pcptools/internal/world"
	"pcptools/libpcp"
	"pcptools/libpcp/archive/archivetest"
)

// What the engine has: metrics of hosts, whose samples are ten seconds apart.
const (
	seriesHosts    = 50
	seriesMetrics  = 10
	seriesSamples  = 5000
	seriesInterval = 10 * time.Second
)

var seriesStart = time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)

// series compares what pmseries and ours need for the history of many hosts:
// pmseries asks the key server, ours a pmproxy before it, which needs processor
// time, too.
func (b *bench) series(cache string) error {
	redis, err := exec.LookPath("redis-server")
	if err != nil {
		fmt.Fprintln(os.Stderr, "no redis-server: series are left out")
		return nil
	}
	e, end, err := runHistory(redis, filepath.Join(cache, "series"))
	defer end()
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%d hosts, %d samples of each metric\tratio\tpmseries\tCPU\tof servers\tKiB\tours\tCPU\tof servers\tKiB\t\n", seriesHosts, seriesSamples)
	for _, r := range seriesRows(e) {
		if err := b.seriesRow(w, e, r); err != nil {
			return err
		}
	}
	fmt.Fprintln(w)
	return w.Flush()
}

// runHistory runs an engine that has the history. It is kept in a directory,
// since it takes minutes to load.
func runHistory(redis, dir string) (e *world.Engine, end func(), err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, func() {}, err
	}
	_, missing := os.Stat(filepath.Join(dir, "dump.rdb"))
	if e, end, err = world.RunEngine(context.Background(), redis, dir); err != nil || missing == nil {
		return e, end, err
	}
	conf := filepath.Join(dir, "pmseries.conf")
	if err := os.WriteFile(conf, []byte("[pmseries]\nstream.expire = 1000000000\n"), 0o644); err != nil {
		return nil, end, err
	}
	for host := range seriesHosts {
		fmt.Fprintf(os.Stderr, "loading host %d of %d ...\n", host+1, seriesHosts)
		if err := loadHost(e, conf, filepath.Join(dir, "host"), host); err != nil {
			return nil, end, err
		}
	}
	return e, end, e.SaveKeys()
}

// loadHost has the key server hold the history of a host.
func loadHost(e *world.Engine, conf, base string, host int) error {
	h := &archivetest.History{Version: 2, Host: fmt.Sprintf("host%03d", host), Start: seriesStart}
	for i := range seriesMetrics {
		desc := libpcp.Desc{PMID: libpcp.NewPMID(250, 0, uint32(i)), Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
		h.Metrics = append(h.Metrics, archivetest.Metric{Desc: desc, Names: []string{"bench.m" + strconv.Itoa(i)}})
	}
	for n := range seriesSamples {
		r := &libpcp.Result{Time: h.Start.Add(time.Duration(n) * seriesInterval)}
		for i, m := range h.Metrics {
			set, err := libpcp.NewValueSet(m.PMID, libpcp.NullInst, libpcp.Uint32Atom(uint32(n*(i+1)+host)))
			if err != nil {
				return err
			}
			r.Sets = append(r.Sets, set)
		}
		h.Records = append(h.Records, r)
	}
	if err := h.Write(base); err != nil {
		return err
	}
	out, err := exec.Command(pcpconf.Genuine("pmseries"), "-c", conf, "-h", "127.0.0.1", "-p", e.Keys, "--load", `{source.path: "`+base+`"}`).CombinedOutput()
	if err != nil {
		return fmt.Errorf("pmseries: %w\n%s", err, out)
	}
	for _, suffix := range []string{".0", ".index", ".meta"} {
		err = errors.Join(err, os.Remove(base+suffix))
	}
	return err
}

// A seriesRow is the same work for both.
type seriesRow struct {
	name  string
	query string   // pmseries'
	tool  string   // ours
	args  []string // without -h
}

func seriesRows(e *world.Engine) []seriesRow {
	all := fmt.Sprintf("[samples:%d]", seriesSamples)
	end := seriesStart.Add(seriesSamples * seriesInterval / 2)
	window := fmt.Sprintf("[start:%d, finish:%d]", end.Add(-10*time.Minute).Unix()+1, end.Unix())
	return []seriesRow{
		{"one metric", "bench.m0" + all, "pmval", []string{"-r", "--series=bench.m0", "--format=csv"}},
		{"ten metrics", "bench.*" + all, "pmval", []string{"-r", "--series=bench.*", "--format=csv"}},
		{"ten minutes of ten", "bench.*" + window, "pmval", []string{"-r", "--series=bench.*", "--format=csv",
			"-S", end.Add(-10*time.Minute + time.Second).Format(time.RFC3339), "-T", end.Format(time.RFC3339)}},
		{"latest values", "bench.m0[samples:1]", "pminfo", []string{"-f", "-O", "-0", "--from-series=bench.m0", "--format=csv"}},
		{"one value each", "bench.m0[samples:1]", "pmprobe", []string{"-v", "--series=bench.m0", "--format=csv", "--fields=host,metric,value"}},
	}
}

// seriesRow measures both in turn.
func (b *bench) seriesRow(w io.Writer, e *world.Engine, r seriesRow) error {
	commands := [2]func() *exec.Cmd{
		func() *exec.Cmd {
			return exec.Command(pcpconf.Genuine("pmseries"), "-h", "127.0.0.1", "-p", e.Keys, r.query)
		},
		func() *exec.Cmd {
			return exec.Command(filepath.Join(b.ours, r.tool), append([]string{"-h", e.Address}, r.args...)...)
		},
	}
	took, err := inTurn(commands, func(cmd *exec.Cmd) (served, error) {
		before := cpuOf(e.PIDs)
		took, err := used(cmd)
		return served{took, cpuOf(e.PIDs) - before}, err
	}, times(b.runs))
	if err != nil {
		return err
	}
	of := func(side int, part func(served) time.Duration) time.Duration {
		var all []time.Duration
		for _, s := range took[side] {
			all = append(all, part(s))
		}
		return median(all)
	}
	wall := func(s served) time.Duration { return s.elapsed }
	fmt.Fprintf(w, "%s\t%.2f\t", r.name, ratio(of(1, wall), of(0, wall)))
	for side, command := range commands {
		memory, err := peak(command())
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%v\t%v\t%v\t%d\t", round(of(side, wall)), round(of(side, func(s served) time.Duration { return s.cpu })),
			round(of(side, func(s served) time.Duration { return s.servers })), memory)
	}
	fmt.Fprintln(w)
	return nil
}

// served is what a run used, and what the servers used for it.
type served struct {
	usage
	servers time.Duration // processor time
}

// cpuOf is the processor time that processes have used.
func cpuOf(pids []int) (total time.Duration) {
	const tick = 10 * time.Millisecond
	for _, pid := range pids {
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		_, rest, _ := strings.Cut(string(stat), ") ")
		if fields := strings.Fields(rest); len(fields) > 12 {
			user, _ := strconv.Atoi(fields[11])
			system, _ := strconv.Atoi(fields[12])
			total += time.Duration(user+system) * tick
		}
	}
	return total
}
