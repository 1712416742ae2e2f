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
	"text/tabwriter"
	"time"

	"pcptools/internal/pcpconf"
	"pcptools/internal/world"
	"pcptools/libpcp"
	"pcptools/libpcp/archive/archivetest"
	"pcptools/libpcp/series"
)

// What the engine has: metrics of hosts, whose samples are ten seconds apart.
const (
	seriesHosts   = 48
	seriesMetrics = 10
	seriesSamples = 500
)

// series compares what pmseries and our pmval need for the history of many hosts:
// pmseries asks the key server, ours a pmproxy before it. So that one can tell
// theirs from ours, there is also what pmproxy alone takes for the values.
func (b *bench) series() error {
	dir, err := os.MkdirTemp("", "pcpbench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	redis, err := exec.LookPath("redis-server")
	if err != nil {
		fmt.Fprintln(os.Stderr, "no redis-server: series are left out")
		return nil
	}
	e, end, err := world.RunEngine(context.Background(), redis, dir)
	defer end()
	if err != nil {
		return err
	}
	for host := range seriesHosts {
		if err := loadHost(e, filepath.Join(dir, "host"), host); err != nil {
			return err
		}
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%d hosts, %d samples of each metric\tpmseries\tours\tratio\tpmproxy's part\tpmseries KiB\tours KiB\t\n", seriesHosts, seriesSamples)
	for _, query := range []string{"bench.m0", "bench.*"} {
		if err := b.seriesRow(w, e, query); err != nil {
			return err
		}
	}
	fmt.Fprintln(w)
	return w.Flush()
}

// loadHost has the key server hold the history of a host.
func loadHost(e *world.Engine, base string, host int) error {
	h := &archivetest.History{Version: 2, Host: fmt.Sprintf("host%03d", host), Start: time.Now().Add(-2 * time.Hour).Truncate(time.Minute)}
	for i := range seriesMetrics {
		desc := libpcp.Desc{PMID: libpcp.NewPMID(250, 0, uint32(i)), Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
		h.Metrics = append(h.Metrics, archivetest.Metric{Desc: desc, Names: []string{"bench.m" + strconv.Itoa(i)}})
	}
	for n := range seriesSamples {
		r := &libpcp.Result{Time: h.Start.Add(time.Duration(n) * 10 * time.Second)}
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
	out, err := exec.Command(pcpconf.Genuine("pmseries"), "-h", "127.0.0.1", "-p", e.Keys, "--load", `{source.path: "`+base+`"}`).CombinedOutput()
	if err != nil {
		return fmt.Errorf("pmseries: %w\n%s", err, out)
	}
	for _, suffix := range []string{".0", ".index", ".meta"} {
		err = errors.Join(err, os.Remove(base+suffix))
	}
	return err
}

// seriesRow measures both in turn.
func (b *bench) seriesRow(w io.Writer, e *world.Engine, query string) error {
	commands := [2]func() *exec.Cmd{
		func() *exec.Cmd {
			return exec.Command(pcpconf.Genuine("pmseries"), "-h", "127.0.0.1", "-p", e.Keys, fmt.Sprintf("%s[samples:%d]", query, seriesSamples))
		},
		func() *exec.Cmd {
			return exec.Command(filepath.Join(b.ours, "pmval"), "-r", "-h", e.Address, "--series="+query, "--format=csv")
		},
	}
	took, err := inTurn(commands, elapsed, times(b.runs))
	if err != nil {
		return err
	}
	var alone []time.Duration
	for range b.runs {
		t, err := valuesAlone(e, query)
		if err != nil {
			return err
		}
		alone = append(alone, t)
	}
	var memory [2]int64
	for i, command := range commands {
		if memory[i], err = peak(command()); err != nil {
			return err
		}
	}
	genuine, ours := median(took[0]), median(took[1])
	_, err = fmt.Fprintf(w, "%s\t%v\t%v\t%.2f\t%v\t%d\t%d\t\n", query, round(genuine), round(ours), ratio(ours, genuine), round(median(alone)), memory[0], memory[1])
	return err
}

// valuesAlone is how long it takes until pmproxy has sent all values, which are
// asked for at once.
func valuesAlone(e *world.Engine, query string) (time.Duration, error) {
	c, err := series.New(e.Address, series.WithTimeout(time.Minute))
	if err != nil {
		return 0, err
	}
	began := time.Now()
	n := 0
	for _, err := range c.Points(context.Background(), fmt.Sprintf("%s[samples:%d]", query, seriesSamples)) {
		if err != nil {
			return 0, err
		}
		n++
	}
	if n < seriesHosts*seriesSamples {
		return 0, fmt.Errorf("%s: %d values", query, n)
	}
	return time.Since(began), nil
}
