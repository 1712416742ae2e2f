package tests

import (
	"cmp"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pcptools/internal/need"
)

// TestSummary computes what --summary reports from the samples in JSON Lines.
func TestSummary(t *testing.T) {
	t.Parallel()
	dir := recordHosts(t)
	line := []string{"--format=jsonl", "--archives=web01,web02,db01", "-t", "1", "kernel.all.load", "disk.dev.read", "mem.util.free"}
	type reading struct {
		value float64
		time  string
	}
	samples := make(map[[3]string][]reading)
	for _, r := range jsonLines(t, runOurs(t, dir, nil, append([]string{"pmval"}, line...)...).stdout) {
		for _, m := range r.Metrics {
			for _, v := range m.Values {
				for _, host := range []string{r.Host, ""} { // one of them, and all
					at := [3]string{host, m.Name, v.Instance.Name}
					samples[at] = append(samples[at], reading{v.Value, r.Time})
				}
			}
		}
	}
	found := 0
	for _, r := range jsonLines(t, runOurs(t, dir, nil, append([]string{"pmval", "--summary"}, line...)...).stdout) {
		for _, v := range r.Values {
			at, got := [3]string{r.Host, r.Name, v.Instance.Name}, v.Summary
			all := samples[at]
			slices.SortStableFunc(all, func(a, b reading) int { return cmp.Or(cmp.Compare(a.value, b.value), strings.Compare(b.time, a.time)) })
			if found++; len(all) == 0 || got.Count != len(all) {
				t.Errorf("%q: %d of %d values", at, got.Count, len(all))
				continue
			}
			sum := 0.0
			for _, s := range all {
				sum += s.value
			}
			of := func(percent float64) float64 { return all[int(math.Ceil(percent/100*float64(len(all))))-1].value }
			last := all[len(all)-1]
			if math.Abs(got.Mean-sum/float64(len(all))) > 1e-9*last.value || got.P50 != of(50) || got.P95 != of(95) || got.P99 != of(99) ||
				got.Min != all[0].value || got.Max != last.value || got.MaxTime != last.time {
				t.Errorf("%q: %+v of %d values up to %+v", at, got, len(all), last)
			}
		}
	}
	if found == 0 || found != len(samples) {
		t.Errorf("%d summaries of %d", found, len(samples))
	}
}

// TestSummaryMean compares with the averages that PCP's pmlogsummary prints.
func TestSummaryMean(t *testing.T) {
	t.Parallel()
	need.PCP(t)
	dir := need.Archives(t)
	window := []string{"-S", "@23:00", "-T", "@23:05"}
	metrics := []string{"mem.util.free", "kernel.all.load"}
	cmd := exec.Command("/usr/bin/pmlogsummary", slices.Concat([]string{"-x", "-p", "6"}, window, []string{"pcp-zeroconf"}, metrics)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TZ=UTC")
	theirs, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	ours := slices.Concat([]string{"pmval", "-U", "pcp-zeroconf", "--summary", "--format=jsonl"}, window, metrics)
	summary, compared := strings.Join(strings.Fields(string(theirs)), " "), 0
	for _, r := range jsonLines(t, runOurs(t, dir, []string{"TZ=UTC"}, ours...).stdout) {
		for _, v := range r.Values {
			line := r.Name + " "
			if v.Instance.Name != "" {
				line += `["` + v.Instance.Name + `"] `
			}
			if line += strconv.FormatFloat(v.Summary.Mean, 'f', 6, 64) + " "; !strings.Contains(summary, line) {
				t.Errorf("%s is not in\n%s", line, theirs)
			}
			compared++
		}
	}
	if compared != 4 {
		t.Errorf("%d means", compared)
	}
}

// record is what a test reads of a record in JSON.
type record struct {
	Host, Name, Time string
	Metrics          []struct {
		Name   string
		Values []struct {
			Instance struct{ Name string }
			Value    float64
		}
	}
	Values []struct {
		Instance struct{ Name string }
		Summary  struct {
			Count                         int
			Mean, P50, P95, P99, Min, Max float64
			MaxTime                       string `json:"max_time"`
		}
	}
}

func jsonLines(t *testing.T, text string) (records []record) {
	for line := range strings.Lines(text) {
		var r record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		records = append(records, r)
	}
	return records
}
