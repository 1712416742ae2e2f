//go:build linux

package tests

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pcptools/internal/archivetest"
	"pcptools/internal/need"
	"pcptools/internal/world"
)

// TestSeriesDisturbed has a key server end and start again with what it had, or answer
// late, and a pmproxy of two end, before a request of a run: the values are right, or
// there are none, and an error.
func TestSeriesDisturbed(t *testing.T) {
	need.PCP(t)
	e, made := world.StartDurable(t, need.Tool(t, "redis-server")), filepath.Join(t.TempDir(), "made")
	h := tens(0, 10, 20, 30, 40, 50, 60, 70, 80, 90)
	if err := h.Write(made); err != nil {
		t.Fatal(err)
	}
	metric, pmseries := h.Metrics[0].Names[0], need.Tool(t, "pmseries")
	e.Load(t, pmseries, made, metric)
	var proxy *world.Engine // the first of two, which may end
	var requests, at atomic.Int64
	disturb := func() {}
	words := []string{"pmval", "-h", front(t, func() string {
		if requests.Add(1) == at.Load() {
			disturb()
		}
		if proxy != nil && requests.Load()%2 == 0 {
			return proxy.Address
		}
		return e.Address
	}), "--series=" + metric, "--format=csv", "-S", "+15", "-T", "+35", "--timeout=1sec"}
	want := runOurs(t, "", nil, words...)
	all := requests.Load()
	if want.status != 0 || all < 5 {
		t.Fatalf("status %d, %d requests, %s", want.status, all, want.stderr)
	}
	for name, test := range map[string]struct {
		disturb func()
		timeout string
		step    int64 // between the requests
	}{
		"restarted":  {func() { e.EndKeys(); e.StartKeys(t) }, "1sec", 1},
		"slow":       {func() { e.PauseKeys(t, 1500*time.Millisecond) }, "1min", 4},
		"too slow":   {func() { e.PauseKeys(t, 1500*time.Millisecond) }, "1sec", 4},
		"one of two": {func() { proxy.EndProxy() }, "1sec", 1},
	} {
		t.Run(name, func(t *testing.T) {
			disturb = test.disturb
			right, failed := 0, 0
			for n := int64(1); n <= all; n += test.step {
				e.Await(t, metric)
				if proxy = nil; name == "one of two" {
					proxy = e.Proxy(t, e.Keys)
					proxy.Await(t, metric)
				}
				requests.Store(0)
				at.Store(n)
				run := runOurs(t, "", nil, append(slices.Clone(words), "--timeout="+test.timeout)...)
				switch {
				case run.status == 0 && run.stdout == want.stdout:
					right++
				case run.status == 1 && run.stdout == "" && strings.HasPrefix(run.stderr, "pmval: "):
					failed++
				default:
					t.Errorf("request %d: status %d, %s\n%s", n, run.status, run.stderr, run.stdout)
				}
			}
			if name == "slow" && failed > 0 || name == "too slow" && right > 0 {
				t.Errorf("%d right, %d failed", right, failed)
			}
		})
	}
}

// TestSeriesPartly refuses one request after the other of a run about hosts whose
// histories are days apart: what is reported of a host is right and whole, and there
// is an error.
func TestSeriesPartly(t *testing.T) {
	need.PCP(t)
	e, made := world.StartEngine(t, need.Tool(t, "redis-server")), filepath.Join(t.TempDir(), "made")
	hosts := []string{"a", "b", "c", "d"}
	var metric string
	for i, host := range hosts {
		h := later(tens(0, 10, 20, 30, 40, 50, 60, 70, 80, 90), i)
		h.Host = host
		if err := h.Write(made + host); err != nil {
			t.Fatal(err)
		}
		metric = h.Metrics[0].Names[0]
		e.Load(t, need.Tool(t, "pmseries"), made+host, metric)
	}
	var requests, refused atomic.Int64
	words := []string{"pmval", "-h", front(t, func() string {
		if requests.Add(1) == refused.Load() {
			return "http://127.0.0.1:1" // where nobody answers
		}
		return e.Address
	}), "--series=" + metric, "--format=csv", "--fields=host,time,value"}
	want := runOurs(t, "", nil, words...)
	all := requests.Load()
	if want.status != 0 || len(linesOf(want.stdout, "d")) < 2 {
		t.Fatalf("status %d, %s\n%s", want.status, want.stderr, want.stdout)
	}
	partly := 0
	for refused.Store(1); refused.Load() <= all; refused.Add(1) {
		requests.Store(0)
		run := runOurs(t, "", nil, words...)
		whole := 0
		for _, host := range hosts {
			if rows := linesOf(run.stdout, host); slices.Equal(rows, linesOf(want.stdout, host)) {
				whole++
			} else if len(rows) > 1 {
				t.Errorf("request %d: of host %s there are %q", refused.Load(), host, rows)
			}
		}
		switch {
		case run.status == 1 && run.stdout == "" && strings.HasPrefix(run.stderr, "pmval: "):
		case run.status == 1 && strings.Contains(run.stderr, fmt.Sprintf("%d reported, 0 without values, %d failed", whole, len(hosts)-whole)):
			partly++
		default:
			t.Errorf("request %d of %d: status %d, %s\n%s", refused.Load(), all, run.status, run.stderr, run.stdout)
		}
	}
	if partly == 0 {
		t.Errorf("%d requests, and none after the first host was reported", all)
	}
}

// later has a history some days later.
func later(h *archivetest.History, days int) *archivetest.History {
	h.Start = h.Start.AddDate(0, 0, days)
	for _, r := range h.Records {
		r.Time = r.Time.AddDate(0, 0, days)
	}
	for i := range h.Domains[0].Versions {
		v := &h.Domains[0].Versions[i]
		v.From = v.From.AddDate(0, 0, days)
	}
	return h
}

// linesOf are the lines of CSV about a host.
func linesOf(out, host string) (rows []string) {
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, host+",") {
			rows = append(rows, line)
		}
	}
	return rows
}
