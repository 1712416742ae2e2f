package tests

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/world"
	"pcptools/libpcp/openmetrics"
	"pcptools/libpcp/pcp"
)

// TestOpenMetrics has Prometheus itself read all metrics of this machine, by the names that
// the agents have and not those of an installed name space, of a pmcd and of an archive,
// and holds the order of lines against the standard, which Prometheus does not check.
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
			text, written := stampedSeries(t, run.stdout, strings.Contains(line, "-a "))
			all := loadedSeries(t, text)
			if !slices.ContainsFunc(all, func(s string) bool { return strings.HasPrefix(s, want) }) {
				t.Errorf("no %s", want)
			}
			if len(all) != len(written) {
				t.Errorf("Prometheus has %d series of %d", len(all), len(written))
			}
		})
	}
}

// TestBackfill has Prometheus load what pmval writes of an archive: every sample of every
// series, each series in one piece.
func TestBackfill(t *testing.T) {
	archives := need.Archives(t)
	run := runOurs(t, archives, nil, strings.Fields("pmval --format=openmetrics -a pcp-zeroconf -t 10 kernel.all disk mem.util hinv network.interface")...)
	if run.status != 0 {
		t.Errorf("status %d: %s", run.status, run.stderr)
	}
	checkFamilies(t, run.stdout)
	var written []string
	seen, last := make(map[string]bool), ""
	for _, m := range sample.FindAllStringSubmatch(run.stdout, -1) {
		if m[1] != last && seen[m[1]] {
			t.Errorf("%s is in several pieces", m[1])
		}
		last, seen[m[1]] = m[1], true
		written = append(written, m[0])
	}
	if loaded := loadedSeries(t, run.stdout); len(loaded) != len(written) || len(seen) < 100 || len(written) < 30*len(seen) {
		t.Errorf("Prometheus has %d samples of %d, of %d series", len(loaded), len(written), len(seen))
	}
}

// TestOfSample has the library write what pminfo does, of metrics of this machine that do
// not change, but for help texts: those of the tools are PCP's, where it is installed.
func TestOfSample(t *testing.T) {
	if runtime.GOOS != "linux" {
		need.Skip(t, "local metrics are of Linux")
	}
	names := []string{"hinv.ncpu", "hinv.cpu.model", "kernel.uname.release", "hinv.physmem"}
	dir := t.TempDir()
	run := runOurs(t, dir, []string{"PCP_VAR_DIR=" + dir}, append([]string{"pminfo", "--format=openmetrics", "-L"}, names...)...)
	c, err := pcp.Open(t.Context(), pcp.Local, "")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	g, err := c.Group(t.Context(), names...)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	e := openmetrics.NewEncoder(&text, openmetrics.OpenMetrics)
	for _, m := range openmetrics.OfSample(t.Context(), c, g, s) {
		e.Write(m)
	}
	e.Close()
	help := regexp.MustCompile(`(?m)^# HELP (\S+) .*`)
	ours, library := help.ReplaceAllString(run.stdout, "$1"), help.ReplaceAllString(text.String(), "$1")
	if diff := cmp.Diff(ours, library); diff != "" || run.status != 0 {
		t.Errorf("status %d: %s (-pminfo +library):\n%s", run.status, run.stderr, diff)
	}
}

// TestPrometheus finds the same series in Prometheus' older format as in OpenMetrics, and
// has promtool check the text. Promtool complains of PCP's names alone.
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
			_, newer := stampedSeries(t, expose("openmetrics"), stamped)
			_, older := stampedSeries(t, text, stamped)
			if diff := cmp.Diff(newer, older); diff != "" || len(older) < 10 {
				t.Errorf("%d series (-openmetrics +prometheus):\n%s", len(older), diff)
			}
			checkByPromtool(t, text)
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

// sample is a line of a sample: its series, value and time.
var sample = regexp.MustCompile(`(?m)^([^#{ ][^{ ]*(?:\{.*\})?) (\S+)( \S+)?$`)

// stampedSeries returns the series of a text, each of which is there once and has a time if
// all must, and the text with a time in each of its samples: Prometheus loads no others.
func stampedSeries(t *testing.T, text string, stamped bool) (string, []string) {
	t.Helper()
	var all []string
	for _, m := range sample.FindAllStringSubmatch(text, -1) {
		if (m[3] != "") != stamped {
			t.Errorf("%s: time %q", m[1], m[3])
		}
		all = append(all, m[1])
	}
	slices.Sort(all)
	if n := len(all); len(slices.Compact(all)) != n {
		t.Errorf("of %d series some are there twice", n)
	}
	if !stamped {
		text = sample.ReplaceAllString(text, "$1 $2 1000000000")
	}
	return text, all
}

// loadedSeries has Prometheus load OpenMetrics, and returns the series that it has then.
func loadedSeries(t *testing.T, text string) []string {
	t.Helper()
	need.Program(t, "promtool")
	dir := t.TempDir()
	file, data := filepath.Join(dir, "text"), filepath.Join(dir, "data")
	// a dump asks for a log of what is not in blocks yet, which may be empty
	if err := errors.Join(os.WriteFile(file, []byte(text), 0o600), os.MkdirAll(filepath.Join(data, "wal"), 0o700)); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("promtool", "tsdb", "create-blocks-from", "openmetrics", file, data).CombinedOutput(); err != nil {
		t.Fatalf("%v: %.2000s", err, out)
	}
	out, err := exec.Command("promtool", "tsdb", "dump", data).Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for line := range strings.Lines(string(out)) {
		all = append(all, line[:strings.LastIndex(line, "}")+1])
	}
	return all
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
