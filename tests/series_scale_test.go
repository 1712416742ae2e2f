package tests

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/peak"
	"pcptools/internal/world"
	"pcptools/libpcp"
	"pcptools/libpcp/archive/archivetest"
	"pcptools/tests/internal/conform"
)

// scale is how much history there is.
type scale struct{ hosts, series, samples int }

// TestSeriesScale has pmval and pmseries ask for one metric, and then for ten, of
// all of many made-up hosts: once for a quarter of them, then for all. It logs
// time and memory. PCPTOOLS_SCALE=200x500x1000 says how many hosts, series and
// samples; without it there is but a handful. Loading takes some ten seconds for
// half a million values.
func TestSeriesScale(t *testing.T) {
	need.PCP(t)
	s := scale{4, 10, 20}
	if text := os.Getenv("PCPTOOLS_SCALE"); text != "" {
		if _, err := fmt.Sscanf(text, "%dx%dx%d", &s.hosts, &s.series, &s.samples); err != nil {
			t.Fatal(err)
		}
	}
	e := world.StartEngine(t, need.Tool(t, "redis-server"))
	loaded := 0
	for _, hosts := range []int{s.hosts / 4, s.hosts} {
		for ; loaded < hosts; loaded++ {
			s.load(t, e, loaded)
		}
		for _, query := range []string{"scale.m000", "scale.m00*"} {
			s.measure(t, e, hosts, query)
		}
	}
}

// load loads the history of a host.
func (s scale) load(t *testing.T, e *world.Engine, host int) {
	t.Helper()
	const interval = 10 * time.Second
	h := &archivetest.History{Version: 2, Host: fmt.Sprintf("host%03d", host), Start: handmadeStart}
	for i := range s.series {
		m := single(uint32(i), libpcp.TypeU32, libpcp.SemCounter, fmt.Sprintf("scale.m%03d", i))
		h.Metrics = append(h.Metrics, m)
	}
	for n := range s.samples {
		r := &libpcp.Result{Time: h.Start.Add(time.Duration(n) * interval)}
		for i, m := range h.Metrics {
			r.Sets = append(r.Sets, gridSet(m, nil, n*(i+1)+host, nil))
		}
		h.Records = append(h.Records, r)
	}
	base := filepath.Join(t.TempDir(), "host")
	if err := h.Write(base); err != nil {
		t.Fatal(err)
	}
	e.Load(t, need.Tool(t, "pmseries"), base, "scale.m000")
}

// measure has both tools ask for all values that match a query, and checks that
// ours has them.
func (s scale) measure(t *testing.T, e *world.Engine, hosts int, query string) {
	t.Helper()
	bin, err := conform.Ours()
	if err != nil {
		t.Fatal(err)
	}
	ours := exec.Command(filepath.Join(bin, "pmval"), "-r", "-h", e.Address, "--series="+query, "--format=csv")
	genuine := exec.Command(need.Tool(t, "pmseries"), "-h", "127.0.0.1", "-p", e.Keys, query+"[samples:"+strconv.Itoa(s.samples)+"]")
	for _, cmd := range []*exec.Cmd{genuine, ours} {
		began := time.Now()
		run := peak.Do(t.Context(), t, cmd)
		lines := bytes.Count(run.Stdout, []byte("\n"))
		t.Logf("%d hosts, %s, %s: %.2f s, %d KiB, %d lines", hosts, query, filepath.Base(cmd.Path), time.Since(began).Seconds(), run.Peak>>10, lines)
		metrics := 1
		if query == "scale.m00*" {
			metrics = min(10, s.series)
		}
		if want := 1 + hosts*metrics*s.samples; cmd == ours && lines != want {
			t.Errorf("%d lines, want %d\n%s", lines, want, run.Stderr)
		}
	}
}
