package tests

import (
	"bufio"
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pcptools/internal/archivetest"
	"pcptools/internal/need"
	"pcptools/internal/peak"
	"pcptools/internal/programs"
	"pcptools/internal/world"
	"pcptools/libpcp"
)

// scale is how much history there is.
type scale struct{ hosts, series, samples int }

// TestSeriesScale loads the histories of many made-up hosts. It has pmval and
// pmseries ask for one metric, and then for ten, of all: once for a quarter of the
// hosts, then for all. It logs time and memory. Then it compares all values.
// With the flag -scale 200x500x1000 there are more of them.
// Loading takes some ten seconds for half a million values.
func TestSeriesScale(t *testing.T) {
	need.PCP(t)
	var s scale
	if _, err := fmt.Sscanf(*scaleFlag, "%dx%dx%d", &s.hosts, &s.series, &s.samples); err != nil {
		t.Fatal(err)
	}
	e := world.StartEngine(t, need.Tool(t, "redis-server"))
	loaded := 0
	for _, hosts := range []int{s.hosts / 4, s.hosts} {
		for ; loaded < hosts; loaded++ {
			s.load(t, e, "scale", loaded)
		}
		for _, query := range []string{"scale.m000", "scale.m00*"} {
			s.measure(t, e, hosts, query)
		}
	}
	s.compare(t, e)
}

// load loads the history of a host. Every other metric has two instances.
func (s scale) load(t *testing.T, e *world.Engine, prefix string, host int) {
	t.Helper()
	h := &archivetest.History{Version: 2, Host: fmt.Sprintf("host%03d", host), Start: handmadeStart}
	for i := range s.series {
		m := numbered(3, uint32(i), fmt.Sprintf("%s.m%03d", prefix, i))
		if i%2 == 0 {
			m.InDom = libpcp.NullInDom
		}
		h.Metrics = append(h.Metrics, m)
	}
	h.Domains = []archivetest.Domain{{InDom: things, Versions: []archivetest.Membership{{From: h.Start, Instances: scaleThings}}}}
	for n := range s.samples {
		r := &libpcp.Result{Time: h.Start.Add(time.Duration(n) * scaleInterval)}
		for i, m := range h.Metrics {
			r.Sets = append(r.Sets, gridSet(m, scaleThings, n*(i+1)+host, func(int) bool { return true }))
		}
		h.Records = append(h.Records, r)
	}
	base := filepath.Join(t.TempDir(), "host")
	if err := h.Write(base); err != nil {
		t.Fatal(err)
	}
	e.Load(t, need.Tool(t, "pmseries"), base, prefix+".m000")
}

const scaleInterval = 10 * time.Second

var scaleThings = []libpcp.Instance{{ID: 3, Name: "left"}, {ID: 7, Name: "right"}}

// compare compares all values of series, by host, time, metric and instance, with
// the values that the archives have. It asks for a hundred metrics at a time.
func (s scale) compare(t *testing.T, e *world.Engine) {
	t.Helper()
	c := &comparison{scale: s, seen: make([]uint64, s.hosts*s.series*2*s.samples/64+1)}
	for hundred := range (s.series + 99) / 100 {
		query := fmt.Sprintf("--series=scale.m%d*", hundred)
		run := exec.Command(filepath.Join(ourTools(t), "pmval"), "-r", "-Z", "UTC", "-h", e.Address, query, "--format=csv", "--fields=host,time,metric,instance,value")
		var problems bytes.Buffer
		run.Stderr = &problems
		out, err := run.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for lines.Scan(); lines.Scan(); { // after the heading
			if !c.take(lines.Text()) && c.wrong < 5 {
				t.Errorf("%q is in no archive, or was there before", lines.Text())
			}
		}
		if err := run.Wait(); err != nil {
			t.Errorf("%s: %v, %s", query, err, &problems)
		}
	}
	if want := s.hosts * s.samples * (s.series + s.series/2); c.wrong > 0 || c.right != want {
		t.Errorf("%d of %d values are right, %d are wrong", c.right, want, c.wrong)
	}
}

// comparison is which values there have been: a bit for each.
type comparison struct {
	scale
	seen         []uint64
	right, wrong int
}

// take takes a line of CSV. It returns false for one that is wrong, or was there
// before.
func (c *comparison) take(line string) bool {
	if !c.holds(line) {
		c.wrong++
		return false
	}
	c.right++
	return true
}

func (c *comparison) holds(line string) bool {
	f := strings.Split(line, ",")
	if len(f) != 5 {
		return false
	}
	number := func(text, prefix string) int {
		n, err := strconv.Atoi(strings.TrimPrefix(text, prefix))
		if err != nil {
			return -1
		}
		return n
	}
	host, metric := number(f[0], "host"), number(f[2], "scale.m")
	at, err := time.Parse(time.RFC3339Nano, f[1])
	n := int(at.Sub(handmadeStart) / scaleInterval)
	inst := slices.Index([]string{"", "left", "right"}, f[3])
	if err != nil || host < 0 || host >= c.hosts || metric < 0 || metric >= c.series || n < 0 || n >= c.samples || inst < 0 ||
		(inst == 0) != (metric%2 == 0) || !at.Equal(handmadeStart.Add(time.Duration(n)*scaleInterval)) {
		return false
	}
	inst = max(inst-1, 0)
	bit := ((host*c.series+metric)*2+inst)*c.samples + n
	once := c.seen[bit/64]>>(bit%64)&1 == 0
	c.seen[bit/64] |= 1 << (bit % 64)
	return once && number(f[4], "") == 100+10*(n*(metric+1)+host)+100*inst
}

// TestSeriesMemory: four times the history takes no more memory, once there are
// more values than are held at a time.
func TestSeriesMemory(t *testing.T) {
	need.PCP(t)
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	e := world.StartEngine(t, need.Tool(t, "redis-server"))
	var peaks []int64
	for host, s := range []scale{{1, 40, 2000}, {1, 40, 8000}} {
		prefix := fmt.Sprintf("memory%d", host)
		s.load(t, e, prefix, host)
		run := peak.Do(t.Context(), t, exec.Command(filepath.Join(bin, "pmval"), "-r", "-h", e.Address, "--series="+prefix+".*", "--format=csv"))
		if lines, want := bytes.Count(run.Stdout, []byte("\n")), 1+60*s.samples; lines != want {
			t.Errorf("%d lines, want %d\n%s", lines, want, run.Stderr)
		}
		peaks = append(peaks, run.Peak>>10)
	}
	if t.Log(peaks, "KiB"); peaks[1] > peaks[0]*5/4 {
		t.Errorf("%d KiB for four times what takes %d", peaks[1], peaks[0])
	}
}

// measure has both tools ask for all values that match a query, and checks that
// ours has them.
func (s scale) measure(t *testing.T, e *world.Engine, hosts int, query string) {
	t.Helper()
	bin, err := programs.Tools()
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
		values := 1
		if query == "scale.m00*" {
			metrics := min(10, s.series)
			values = metrics + metrics/2 // those with two instances
		}
		if want := 1 + hosts*values*s.samples; cmd == ours && lines != want {
			t.Errorf("%d lines, want %d\n%s", lines, want, run.Stderr)
		}
	}
}
