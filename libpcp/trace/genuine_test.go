//go:build unix

package trace_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/world"
	"pcptools/libpcp"
	"pcptools/libpcp/trace"
)

// events makes the calls of testdata/events.c.
func events(c *trace.Client) string {
	var out strings.Builder
	tell := func(err error) {
		var code trace.Error
		if !errors.As(err, &code) {
			code = trace.Error(libpcp.Code(err))
		}
		fmt.Fprintln(&out, int32(code))
	}
	for _, err := range []error{
		c.End("never"), c.Abort("never"), c.Begin(""), c.Begin("a"), c.Begin("a"), c.Point("a"),
		c.End("a"), c.End("a"), c.Abort("a"), c.Begin("a"), c.Abort("a"), c.End("a"),
		c.Point("p"), c.Point("p"), c.Point(strings.Repeat("x", 124)),
		c.Observe("o", 2.5), c.Observe("o", -1e300), c.Counter("c", 7), c.Point(strings.Repeat("x", 255)),
	} {
		tell(err)
	}
	return out.String()
}

// TestGenuine reports the same events by libpcp_trace (C) and by this package,
// each to the agent of PCP, and compares the answers and the agent's values.
func TestGenuine(t *testing.T) {
	need.PCP(t)
	driver := filepath.Join(t.TempDir(), "events")
	if out, err := exec.Command("gcc", "-o", driver, "testdata/events.c", "-lpcp_trace").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	wantCodes, wantValues := withAgent(t, func(port int) string {
		cmd := exec.Command(driver)
		cmd.Env = append(os.Environ(), "PCP_TRACE_PORT="+strconv.Itoa(port))
		out, err := cmd.Output()
		if err != nil {
			t.Error(err)
		}
		return string(out)
	})
	gotCodes, gotValues := withAgent(t, func(port int) string {
		c := &trace.Client{Port: port}
		defer c.Close()
		return events(c)
	})
	if d := cmp.Diff(wantCodes, gotCodes); d != "" {
		t.Errorf("codes: %s", d)
	}
	if d := cmp.Diff(wantValues, gotValues); d != "" {
		t.Errorf("values: %s", d)
	}
	if !strings.Contains(gotValues, `name: "p"`) || !strings.Contains(gotValues, "value 2\n") {
		t.Errorf("values: %s", gotValues)
	}
}

// TestProgram has programs report to the agent of PCP: one that PCP has as an
// example, in C, and the same in Go.
func TestProgram(t *testing.T) {
	need.PCP(t)
	source := filepath.Join(pcpconf.Get("PCP_SHARE_DIR"), "demos", "trace", "app1.c")
	need.File(t, source)
	dir := t.TempDir()
	programs := [2]string{filepath.Join(dir, "app1"), filepath.Join(dir, "trace")}
	for i, build := range [2]*exec.Cmd{
		exec.Command("gcc", "-w", "-o", programs[0], source, "-lpcp_trace"),
		exec.Command("go", "build", "-o", programs[1], "../../examples/trace"),
	} {
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", programs[i], err, out)
		}
	}
	var values [2]string
	t.Run("report", func(t *testing.T) {
		for i, program := range programs {
			t.Run(filepath.Base(program), func(t *testing.T) {
				t.Parallel()
				_, values[i] = withAgent(t, func(port int) string {
					cmd := exec.Command(program)
					cmd.Env = append(os.Environ(), "PCP_TRACE_PORT="+strconv.Itoa(port))
					if out, err := cmd.CombinedOutput(); err != nil {
						t.Errorf("%v: %s", err, out)
					}
					return ""
				})
			})
		}
	})
	if d := cmp.Diff(values[0], values[1]); d != "" {
		t.Errorf("-C +Go: %s", d)
	}
	for _, tag := range []string{"simple", "ascanbe", "observe", "counter", "imouttahere"} {
		if !strings.Contains(values[1], `name: "`+tag+`"`) {
			t.Errorf("no %s in %s", tag, values[1])
		}
	}
}

// volatile is what dbpmda prints that is never the same.
var volatile = regexp.MustCompile(`0x[0-9a-f]+|-I \d+|-M \S+|-l \S+|/tmp/\S+`)

// withAgent has dbpmda run PCP's trace agent, and returns what do returns
// and what dbpmda prints of the agent afterwards.
func withAgent(t *testing.T, do func(port int) string) (codes, values string) {
	t.Helper()
	dir, port := t.TempDir(), world.FreePort(t)
	cmd := exec.Command("dbpmda", "-n", names(t, dir))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "trace", "pmdatrace")
	fmt.Fprintf(in, "open pipe %s -d 10 -I %d -T 1 -N 2 -M %s -l %s/log\n", program, port, userName(t), dir)
	world.AwaitPort(t, port)
	codes = do(port)
	time.Sleep(1500 * time.Millisecond) // two buckets
	for _, metric := range []string{
		"transact.count", "point.count", "observe.count", "observe.value", "counter.count", "counter.value",
	} {
		fmt.Fprintf(in, "fetch trace.%s\n", metric)
	}
	io.WriteString(in, "instance 10.0\ninstance 10.1\ninstance 10.2\ninstance 10.3\nquit\n")
	if err := cmd.Wait(); err != nil {
		t.Errorf("dbpmda: %v\n%s", err, out.String())
	}
	return codes, volatile.ReplaceAllString(out.String(), "-")
}

func userName(t *testing.T) string {
	t.Helper()
	u, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	return u.Username
}

// names makes a name space of the trace agent's alone.
func names(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "trace", "pmns"))
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(dir, "root")
	tree := "root { trace }\n" + strings.ReplaceAll(string(text), "TRACE:", "10:")
	if err := os.WriteFile(root, []byte(tree), 0o666); err != nil {
		t.Fatal(err)
	}
	return root
}
