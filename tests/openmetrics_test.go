package tests

import (
	"errors"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/textparse"

	"pcptools/internal/need"
	"pcptools/internal/world"
)

// TestOpenMetrics has Prometheus' own parser read all metrics of this machine,
// by the names that the agents have and not those of an installed name space, of
// a pmcd and of an archive, and holds the order of lines against the
// standard, which that parser does not check.
func TestOpenMetrics(t *testing.T) {
	need.PCP(t)
	archives := need.Archives(t)
	w := world.Start(t)
	for line, want := range map[string]string{
		"pminfo --format=openmetrics -L":              `{__name__="hinv_ncpu"`,
		"pminfo --format=openmetrics sample pmcd":     `{__name__="sample_colour"`,
		"pminfo --format=openmetrics -a pcp-zeroconf": `{__name__="disk_dev_read_total", `,
	} {
		t.Run(line, func(t *testing.T) {
			run := runOurs(t, archives, append(w.Env(), "PCP_VAR_DIR="+t.TempDir()), strings.Fields(line)...)
			if run.status != 0 {
				t.Errorf("status %d: %s", run.status, run.stderr)
			}
			checkFamilies(t, run.stdout)
			all := parsedSeries(t, textparse.NewOpenMetricsParser([]byte(run.stdout), labels.NewSymbolTable()), strings.Contains(line, "-a "))
			if !slices.ContainsFunc(all, func(s string) bool { return strings.HasPrefix(s, want) }) {
				t.Errorf("no %s", want)
			}
		})
	}
}

// TestPrometheus has Prometheus' parser read the same metrics in its older format,
// and finds the same series there as in OpenMetrics. Promtool complains of PCP's names
// alone.
func TestPrometheus(t *testing.T) {
	need.PCP(t)
	archives := need.Archives(t)
	w := world.Start(t)
	for _, line := range []string{"-L hinv mem", "sample.bin sample.string sample.milliseconds pmcd.agent", "-a pcp-zeroconf"} {
		t.Run(line, func(t *testing.T) {
			expose := func(format string) string {
				args := append([]string{"pminfo", "--format=" + format}, strings.Fields(line)...)
				run := runOurs(t, archives, append(w.Env(), "PCP_VAR_DIR="+t.TempDir()), args...)
				if run.status != 0 {
					t.Errorf("status %d: %s", run.status, run.stderr)
				}
				return run.stdout
			}
			stamped, text := strings.Contains(line, "-a "), expose("prometheus")
			newer := parsedSeries(t, textparse.NewOpenMetricsParser([]byte(expose("openmetrics")), labels.NewSymbolTable()), stamped)
			older := parsedSeries(t, textparse.NewPromParser([]byte(text), labels.NewSymbolTable()), stamped)
			if diff := cmp.Diff(newer, older); diff != "" || len(older) < 10 {
				t.Errorf("%d series (-openmetrics +prometheus):\n%s", len(older), diff)
			}
			t.Run("promtool", func(t *testing.T) { checkByPromtool(t, text) })
		})
	}
}

// checkByPromtool has promtool check a text. It may criticize names, which PCP chose,
// with exit status 3.
func checkByPromtool(t *testing.T, text string) {
	need.Program(t, "promtool")
	cmd := exec.Command("promtool", "check", "metrics")
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.CombinedOutput()
	bad := cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 0 && cmd.ProcessState.ExitCode() != 3
	if bad || strings.Contains(string(out), "no help text") || strings.Contains(string(out), "counter metrics should have") {
		t.Errorf("%v: %s", err, out)
	}
}

// parsedSeries returns the series that a parser finds, each of which is there once,
// and has a time if all must.
func parsedSeries(t *testing.T, p textparse.Parser, stamped bool) (all []string) {
	t.Helper()
	seen := make(map[string]bool)
	for {
		entry, err := p.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if entry != textparse.EntrySeries {
			continue
		}
		var set labels.Labels
		p.Metric(&set)
		if _, at, _ := p.Series(); (at != nil) != stamped {
			t.Errorf("%s: time %v", set, at)
		}
		if seen[set.String()] {
			t.Errorf("%s is there twice", set)
		}
		seen[set.String()] = true
		all = append(all, set.String())
	}
}

var sampleSuffix = map[string]string{"counter": "_total", "info": "_info"}

// checkFamilies checks that each family is there once and in one piece, that
// its samples have the name its type wants, and its unit is in the name.
func checkFamilies(t *testing.T, text string) {
	t.Helper()
	name := regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]*`)
	seen := make(map[string]bool)
	family, sample := "", ""
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		switch {
		case line == "# EOF\n":
		case strings.HasPrefix(line, "# TYPE "):
			family, sample = fields[2], fields[2]+sampleSuffix[fields[3]]
			if seen[family] {
				t.Errorf("family %s is there twice", family)
			}
			seen[family] = true
		case strings.HasPrefix(line, "# "):
			if fields[2] != family || fields[1] == "UNIT" && !strings.HasSuffix(family, "_"+fields[3]) {
				t.Errorf("in %s: %s", family, line)
			}
		case name.FindString(line) != sample:
			t.Errorf("in %s: %s", family, line)
		}
	}
	if !strings.HasSuffix(text, "\n# EOF\n") || strings.Count(text, "# EOF") != 1 || len(seen) < 10 {
		t.Errorf("%d families, and at the end %q", len(seen), text[max(0, len(text)-20):])
	}
}
