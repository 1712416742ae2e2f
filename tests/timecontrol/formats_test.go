package timecontrol

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/programs"
)

// TestFormats has a pmtime play, jump and rewind, while ours prints CSV and PCP's
// pmval prints what it does: the samples are the same, and so are the
// answers to pmtime.
func TestFormats(t *testing.T) {
	need.PCP(t)
	archive := filepath.Join(need.Archives(t), "babylon.percpu_v2")
	dir, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	const script = `STEP state=1 at=10
STEP state=1 at=20
STEP state=1 at=30
VCR at=100
STEP state=1 at=110
STEP state=2 at=100
VCR at=60
STEP state=1 at=70
STEP state=1 at=80`
	for metric, precision := range map[string]int{"kernel.all.load": 3, "kernel.all.cpu.user": 4} {
		args := []string{"-t", "10", "-f", strconv.Itoa(precision), "-a", archive, metric}
		want := run(t, nil, script, need.Tool(t, "pmval"), args...)
		got := run(t, nil, script, filepath.Join(dir, "pmval"), append([]string{"--format=csv"}, args...)...)
		samples := classicSamples(want)
		if d := cmp.Diff(samples, csvSamples(t, got, precision)); d != "" || len(samples) < 3 {
			t.Errorf("%s: -genuine +ours:\n%s", metric, d)
		}
		if d := cmp.Diff(packets(want), packets(got)); d != "" {
			t.Errorf("%s: packets: -genuine +ours:\n%s", metric, d)
		}
	}
}

// classicSamples are the lines with a time and a value.
func classicSamples(out string) (samples []string) {
	for _, m := range regexp.MustCompile(`(?m)^(\d\d:\d\d:\d\d\.\d{3}) +(\d[\d.]*)`).FindAllStringSubmatch(out, -1) {
		samples = append(samples, m[1]+" "+m[2])
	}
	return samples
}

// csvSamples are the same of CSV, whose values have all digits.
func csvSamples(t *testing.T, out string, precision int) (samples []string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`(?m)^[\d-]+T(\d\d:\d\d:\d\d\.\d{3})\d*Z,.*,([\d.]+),,,$`).FindAllStringSubmatch(out, -1) {
		v, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			t.Error(err)
		}
		samples = append(samples, fmt.Sprintf("%s %.*f", m[1], precision, v))
	}
	return samples
}

// packets are what pmtime received.
func packets(out string) (lines []string) {
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "54494d45 ") {
			lines = append(lines, line)
		}
	}
	return lines
}
