//go:build linux

package tests

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/world"
)

const seriesRecording = "/var/lib/pcp/testsuite/archives/20180102"

// TestSeries runs our tools on a pmproxy of PCP with a key server, into which
// an archive has been loaded.
func TestSeries(t *testing.T) {
	need.PCP(t)
	e := world.StartEngine(t, need.Tool(t, "redis-server"))
	e.Load(t, need.Tool(t, "pmseries"), seriesRecording, "hinv.ncpu")
	for _, test := range []struct {
		name string
		run  func(*testing.T, *world.Engine)
	}{
		{"Windows", testSeriesWindows}, {"Identifier", testSeriesIdentifier}, {"Counts", testSeriesCounts}, {"Labels", testSeriesLabels}, {"Completion", testSeriesCompletion}, {"Certificates", testSeriesCertificates}, {"Secure", testSeriesSecure}, {"Slow", testSeriesSlow},
		{"Torn", testSeriesTorn}, {"Restarted", testSeriesRestarted}, // the last one, since the series are lost
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, e) })
	}
}

// TestSeriesOptions has command lines about series that miss something.
func TestSeriesOptions(t *testing.T) {
	for line, want := range map[string]string{
		"pmval --series=hinv.ncpu":                "pmval: --series requires a metricname, or a --format other than classic\n",
		"pmval --series= --format=csv":            "pmval: --series requires a query or an identifier\n",
		"pminfo --from-series= --format=csv":      "pminfo: --from-series requires a query or an identifier\n",
		"pmprobe --series=hinv.ncpu -h elsewhere": "pmprobe: a query of series requires -h to be the address of a pmproxy",
	} {
		if run := runOurs(t, "", nil, strings.Fields(line)...); run.status != 1 || !strings.HasPrefix(run.stderr, want) {
			t.Errorf("%s: status %d, %.200s", line, run.status, run.stderr)
		}
	}
}

// testSeriesWindows has pmval report windows of the history as it does those of
// the archive that was loaded.
func testSeriesWindows(t *testing.T, e *world.Engine) {
	made := filepath.Join(t.TempDir(), "made")
	h := tens(0, 10, 20, 30, 40, 50, 100, 110, 120.000001, 130, 140, 150)
	for _, m := range h.Metrics {
		m.Names[0] = "grid." + m.Names[0]
	}
	for i, r := range h.Records { // the engine repeats values of instances that have gone
		for n, m := range h.Metrics {
			r.Sets[n] = gridSet(m, h.Domains[0].Versions[0].Instances, i, func(int) bool { return true })
		}
	}
	if err := h.Write(made); err != nil {
		t.Fatal(err)
	}
	e.Load(t, need.Tool(t, "pmseries"), made, "grid.*")
	lines := strings.Split(seriesWindows, "\n")
	random := rand.New(rand.NewPCG(16, 1))
	for range 12 {
		lines = append(lines, fmt.Sprintf("-S +%d -T +%d -t %d", random.IntN(150), 1+random.IntN(90), 1+random.IntN(20)))
	}
	for _, line := range lines {
		compareHistory(t, e, made, "grid.*", strings.Fields(line), "grid")
	}
	// Where the archive has marks the series go on.
	for _, metric := range []string{"kernel.all.load", "disk.dev.read", "hinv.ncpu"} {
		compareHistory(t, e, seriesRecording, metric, strings.Fields("-S 2018-01-01T13:40:00Z -T 2018-01-01T13:52:03Z -t 7sec"), metric)
	}
}

const seriesWindows = `
-S +20
-S -20
-T +30 -t 3
-T -35
-S +35 -T +36
-S +60 -T +10 -t 2
-S +60 -T +10
-A 7sec -S +1 -t 5
-O -5 -t 1
-S +25 -s 7 -t 3
-S +25 -s 2
-S +3hour -t 10
-r -t 20 -S -50
-O +70`

// compareHistory compares what pmval reports of series with what it reports of
// an archive.
func compareHistory(t *testing.T, e *world.Engine, archive, query string, words []string, metrics ...string) {
	t.Helper()
	words = append(words, "--format=csv", "-Z", "UTC")
	source := "-a"
	if !slices.Contains(words, "-t") {
		source = "-U"
	}
	want := runOurs(t, "", nil, slices.Concat([]string{"pmval", source, archive}, words, metrics)...)
	got := runOurs(t, "", nil, slices.Concat([]string{"pmval", "-h", e.Address, "--series=" + query}, words, metrics)...)
	diff := cmp.Diff(sortedLines(want.stdout), sortedLines(withoutHost(got.stdout)))
	if diff != "" || got.status != want.status {
		t.Errorf("%s %q: status %d, %s; of the archive %d, %s (-archive +series)\n%s",
			query, words, got.status, got.stderr, want.status, want.stderr, diff)
	}
}

// withoutHost leaves out the first column of CSV.
func withoutHost(csv string) string {
	var b strings.Builder
	for line := range strings.Lines(csv) {
		_, rest, _ := strings.Cut(line, ",")
		b.WriteString(rest)
	}
	return b.String()
}

func sortedLines(text string) []string { return slices.Sorted(strings.Lines(text)) }

// testSeriesCounts has pmprobe count the samples that pmseries has.
func testSeriesCounts(t *testing.T, e *world.Engine) {
	for _, metric := range []string{"kernel.all.load", "hinv.ncpu"} {
		out, err := exec.Command(need.Tool(t, "pmseries"), "-h", "127.0.0.1", "-p", e.Keys, metric+"[samples:100000]").Output()
		if err != nil {
			t.Fatal(err)
		}
		times := make(map[string]bool)
		for _, stamp := range regexp.MustCompile(`(?m)^ +\[(.*?)\]`).FindAllString(string(out), -1) {
			times[stamp] = true
		}
		want := fmt.Sprintf(`"samples":%d`, len(times))
		run := runOurs(t, "", nil, "pmprobe", "-h", e.Address, "--series="+metric, "--format=jsonl", "--wide")
		for line := range strings.Lines(run.stdout) {
			checkLine(t, line)
		}
		if !strings.Contains(run.stdout, want) || len(times) == 0 {
			t.Errorf("status %d, %s\n%swant %s", run.status, run.stderr, run.stdout, want)
		}
	}
}

// testSeriesLabels compares the labels of metrics and of instances with those
// that pmseries prints.
func testSeriesLabels(t *testing.T, e *world.Engine) {
	pmseries := need.Tool(t, "pmseries")
	e.Load(t, pmseries, filepath.Join(need.Archives(t), "sample-labels"), "sample.rapid")
	sets := regexp.MustCompile(`(?m)(inst .*)? ?labels \{.*\}$`)
	for _, metric := range []string{`sample.colour{hostname=="shard"}`, "sample.rapid"} {
		id, err := exec.Command(pmseries, "-h", "127.0.0.1", "-p", e.Keys, metric).Output()
		if err != nil {
			t.Fatal(err)
		}
		labels, err := exec.Command(pmseries, "-h", "127.0.0.1", "-p", e.Keys, "-l", strings.TrimSpace(string(id))).Output()
		if err != nil {
			t.Fatal(err)
		}
		want := sets.FindAllString(string(labels), -1)
		run := runOurs(t, "", nil, "pminfo", "-h", e.Address, "--from-series="+metric, "-l")
		got := sets.FindAllString(run.stdout, -1)
		if len(want) > 1 { // pmseries has none of the metric then
			got = got[1:]
		}
		if !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("%s: status %d, %s\n%q, want %q", metric, run.status, run.stderr, got, want)
		}
	}
}
