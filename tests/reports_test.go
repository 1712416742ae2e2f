//go:build linux

package tests

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pcptools/internal/bare"
	"pcptools/internal/need"
)

// TestReports compares the values of named reports with those that pmrep prints of
// the same sections, on an archive of PCP's test suite.
func TestReports(t *testing.T) {
	pmrep := need.Tool(t, "pmrep")
	archives := need.Archives(t)
	env := []string{"PATH=/usr/bin:/bin", "TZ=UTC", "HOME=/"} // whose Python has PCP's module
	for _, name := range []string{"vmstat", "vmstat-d", "iostat_v11-dktx", "iostat_v10-dktx-dm", "sar-B", "sar-u-ALL-P-ALL", "sar-n-DEV", "mpstat-P-ALL", "collectl-sm"} {
		args := []string{"-a", "pcp-zeroconf", "-S", "@23:00", "-t", "30", "-s", "3", ":" + name}
		cmd := exec.Command(pmrep, append([]string{"-o", "csv", "-l", ",", "-P", "6"}, args...)...)
		cmd.Dir, cmd.Env = archives, env
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		ours := make(map[string]map[string]string)
		for _, row := range rowsOf(t, runOurs(t, archives, env, append([]string{"pmval", "--format=csv", "--wide"}, args...)...).stdout) {
			ours[strings.Replace(row["time"][:len("2006-01-02T15:04:05")], "T", " ", 1)] = row
		}
		compared := 0
		for _, row := range rowsOf(t, string(out[strings.Index(string(out), "Time"):])) {
			for column, want := range row {
				got, sampled := ours[row["Time"]]
				if column == "Time" || want == "" || !sampled {
					continue
				}
				compared++
				if value := valueIn(got, column); !near(want, value) {
					t.Errorf("%s: %s at %s: %s of pmrep, %q of ours", name, column, row["Time"], want, value)
				}
			}
		}
		if compared == 0 {
			t.Errorf("%s: nothing to compare in %s", name, out)
		}
	}
}

// valueIn finds the value of a column of pmrep, METRIC-INSTANCE.
func valueIn(row map[string]string, column string) string {
	for name, value := range row {
		if strings.TrimSuffix(strings.Replace(name, "[", "-", 1), "]") == column {
			return value
		}
	}
	return "none"
}

// near reports whether two values agree to six digits after the point.
func near(a, b string) bool {
	x, err := strconv.ParseFloat(a, 64)
	y, also := strconv.ParseFloat(b, 64)
	if err != nil || also != nil {
		return a == b
	}
	return math.Abs(x-y) <= 1e-6*max(1, math.Abs(x))
}

// TestReportHint names a report without a format, which is a table; where there is
// none, a user at a terminal learns which there are.
func TestReportHint(t *testing.T) {
	dir := recordHosts(t)
	const advice = "there is no report :iostate, but iostat"
	if out := runOurs(t, dir, nil, "pmval", "-a", "web01", "-s", "2", ":iostat"); !strings.Contains(out.stdout, "Device") || out.status != 0 {
		t.Errorf("%d %s%s", out.status, out.stdout, out.stderr)
	}
	if screen := onTerminal(t, 80, dir, nil, "pmval", "-a", "web01", ":iostate"); !strings.Contains(screen, advice) {
		t.Errorf("on a terminal: %s", screen)
	}
	if pipe := runOurs(t, dir, nil, "pmval", "-a", "web01", ":iostate"); strings.Contains(pipe.stderr, advice) || pipe.status != 1 {
		t.Errorf("in a pipe: %d %s", pipe.status, pipe.stderr)
	}
}

// TestTop reports on processes of this machine as :top has them, without PCP and its
// configuration, as each release: in the order of what they use of a processor.
func TestTop(t *testing.T) {
	home, heading := t.TempDir(), regexp.MustCompile(`^\S+  \w+ [-0-9]+ [:0-9]+  load [.0-9]+  us [.0-9]+  sy [.0-9]+  id [.0-9]+  %mem [.0-9]+$`)
	for _, version := range []string{"6.0.3", "6.3.8", "7.2.2"} {
		env := bare.Environ("PATH=/usr/bin:/bin", "HOME="+home, "PCPTOOLS_COMPAT="+version)
		out := runOurs(t, home, env, "pmval", "-L", "-t", "0.5", "-s", "1", "--format=table", ":top")
		lines := strings.Split(out.stdout, "\n")
		if out.status != 0 || len(lines) < 4 {
			t.Errorf("%s: status %d, %s%s", version, out.status, out.stdout, out.stderr)
			continue
		}
		if !heading.MatchString(lines[0]) {
			t.Errorf("%s: heading %q", version, lines[0])
		}
		if got := strings.Join(strings.Fields(lines[1]), " "); got != "PID user %CPU RSS read/s write/s" {
			t.Errorf("%s: columns %q", version, got)
		}
		last, own := math.Inf(1), false
		for _, line := range lines[2:] {
			fields := strings.Fields(line)
			own = own || strings.HasPrefix(line, fmt.Sprintf("%06d ", os.Getpid()))
			if len(fields) < 5 {
				continue
			}
			if used, err := strconv.ParseFloat(fields[len(fields)-4], 64); err == nil && used <= last {
				last = used
			} else if err == nil || fields[len(fields)-4] != "-" {
				t.Errorf("%s: %q below %v", version, line, last)
			}
		}
		if !own {
			t.Errorf("%s: this process is missing in %s", version, out.stdout)
		}
	}
}

// TestVmstat fits a terminal of 80 columns, with all that is about processors, without
// PCP's configuration.
func TestVmstat(t *testing.T) {
	home := t.TempDir()
	for _, layout := range []string{"--format=wide", "--format=table"} {
		screen := onTerminal(t, 80, home, []string{"PCP_SYSCONF_DIR=" + home}, "pmval", "-L", "-t", "0.2", "-s", "1", layout, ":vmstat")
		if !regexp.MustCompile(`cs +us +sy +id +wa\b`).MatchString(screen) {
			t.Errorf("%s: %s", layout, screen)
		}
	}
}

// TestNode has a row for this machine, without PCP and its configuration.
func TestNode(t *testing.T) {
	home := t.TempDir()
	out := runOurs(t, home, bare.Environ("PATH=/usr/bin:/bin", "HOME="+home), "pmval", "-L", "-t", "0.2", "-s", "1", "--by=host", "--format=table", ":node")
	lines := strings.Split(out.stdout, "\n")
	if out.status != 0 || len(lines) != 5 || strings.Join(strings.Fields(lines[1]), " ") != "Host load %cpu %mem %fs rx/s tx/s" || len(strings.Fields(lines[2])) != 7 {
		t.Errorf("status %d: %s%s", out.status, out.stdout, out.stderr)
	}
}
