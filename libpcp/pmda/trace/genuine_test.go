//go:build unix

package trace_test

import (
	"fmt"
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
	"pcptools/libpcp/trace"
)

// TestGenuine has a pmcd of PCP run PCP's agent and this one, and
// reports the same events to both by this library and by libpcp_trace (C).
func TestGenuine(t *testing.T) {
	need.PCP(t)
	dir, err := os.MkdirTemp("", "trace") // agents become another user
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	os.Chmod(dir, 0o755)
	build(t, "go", "build", "-o", filepath.Join(dir, "pmdatrace"), "./pmdatrace")
	build(t, "gcc", "-o", filepath.Join(dir, "events"), "../../trace/testdata/events.c", "-lpcp_trace")

	ports := [2]int{world.FreePort(t), world.FreePort(t)}
	w := startWorld(t, dir, ports)
	for _, port := range ports {
		world.AwaitPort(t, port)
	}
	for _, port := range ports {
		cmd := exec.Command(filepath.Join(dir, "events"))
		cmd.Env = append(os.Environ(), "PCP_TRACE_PORT="+strconv.Itoa(port))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	compare(t, w, "-d", "trace", "gotrace")
	compare(t, w, "-f", "trace.point.count", "gotrace.point.count")
	compareRates(t, w, ports)
	for _, metric := range []string{"trace.control.reset", "gotrace.control.reset"} {
		tool(t, w, "pmstore", metric, "1")
	}
	compare(t, w, "-f", "trace.point.count", "gotrace.point.count")
}

// compareRates reports transactions of known lengths, and waits for a moment
// at which they are in the periods of both agents.
func compareRates(t *testing.T, w *world.World, ports [2]int) {
	t.Helper()
	metrics := []string{
		"transact.count", "transact.rate", "transact.ave_time", "transact.min_time", "transact.max_time",
		"point.rate", "observe.count", "observe.rate", "observe.value", "counter.count", "counter.rate", "counter.value",
	}
	var last string
	for range 60 {
		for _, port := range ports {
			report(t, port)
		}
		time.Sleep(3 * time.Second / 2) // periods are 4 s, of 4 buckets
		theirs, ours := values(t, w, "trace", metrics), values(t, w, "gotrace", metrics)
		if last = cmp.Diff(theirs, ours); last == "" && strings.Contains(theirs, "trace.transact.rate\n    inst [2 or \"fixed\"]") {
			return
		}
		time.Sleep(4 * time.Second)
	}
	t.Errorf("the agents never agree: %s", last)
}

func report(t *testing.T, port int) {
	t.Helper()
	c := &trace.Client{Port: port}
	defer c.Close()
	for _, err := range []error{
		c.Transact("fixed", 250*time.Millisecond), c.Transact("fixed", 750*time.Millisecond),
		c.Point("p"), c.Point("q"), c.Observe("o", 17.5), c.Observe("o", 3), c.Counter("c", 12), c.Counter("c", 1e12),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
}

func values(t *testing.T, w *world.World, root string, metrics []string) string {
	t.Helper()
	args := []string{"-f"}
	for _, m := range metrics {
		args = append(args, root+"."+m)
	}
	return strings.ReplaceAll(tool(t, w, "pminfo", args...), "gotrace", "trace")
}

// compare runs PCP's pminfo on both agents.
func compare(t *testing.T, w *world.World, option, theirs, ours string) {
	t.Helper()
	want := tool(t, w, "pminfo", option, theirs)
	got := strings.ReplaceAll(tool(t, w, "pminfo", option, ours), "gotrace", "trace")
	got = strings.ReplaceAll(got, fmt.Sprintf("InDom: %d.", domain), "InDom: 10.")
	got = strings.NewReplacer(hexInDom(domain, 0), hexInDom(10, 0), hexInDom(domain, 1), hexInDom(10, 1),
		hexInDom(domain, 2), hexInDom(10, 2), hexInDom(domain, 3), hexInDom(10, 3)).Replace(got)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("pminfo %s: %s", option, d)
	}
}

func hexInDom(domain, serial int) string { return fmt.Sprintf("%#x", domain<<22|serial) }

func tool(t *testing.T, w *world.World, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), w.Env()...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return string(out)
}

const domain = 110

func startWorld(t *testing.T, dir string, ports [2]int) *world.World {
	t.Helper()
	pmdas := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "trace")
	text, err := os.ReadFile(filepath.Join(pmdas, "pmns"))
	if err != nil {
		t.Fatal(err)
	}
	u, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	program := func(path, more string, port int) string {
		return fmt.Sprintf("%s/pmdatrace -I %d -T 4 -N 4 -U 0,1,0,0,3,0%s", path, port, more)
	}
	return world.StartWith(t, world.Options{Extra: []world.Extra{{
		Name: "trace", Domain: 10, Channel: "pipe", Program: program(pmdas, " -M "+u.Username, ports[0]),
		PMNS: names(string(text), "trace", 10),
	}, {
		Name: "gotrace", Domain: domain, Channel: "pipe", Program: program(dir, "", ports[1]),
		PMNS: names(string(text), "gotrace", domain),
	}}})
}

// names is PCP's name space of the agent under another name.
func names(text, root string, domain int) string {
	text = regexp.MustCompile(`(?m)^trace\b`).ReplaceAllString(text, root)
	return fmt.Sprintf("root { %s }\n%s", root, strings.ReplaceAll(text, "TRACE:", strconv.Itoa(domain)+":"))
}

func build(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
}
