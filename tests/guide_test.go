package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/world"
)

// demo returns the directory of a program among PCP's examples.
func demo(t *testing.T, name string) string {
	t.Helper()
	need.PCP(t)
	need.Headers(t)
	dir := filepath.Join(pcpconf.Get("PCP_SHARE_DIR"), "demos", name)
	need.File(t, dir)
	return dir
}

// TestPmclient replays archives by the example of the programmer's guide, in C
// and in Go.
func TestPmclient(t *testing.T) {
	t.Parallel()
	demo := demo(t, "pmclient")
	dir := t.TempDir()
	genuine, ours := filepath.Join(dir, "genuine", "pmclient"), filepath.Join(dir, "pmclient")
	if err := os.Mkdir(filepath.Dir(genuine), 0o777); err != nil {
		t.Fatal(err)
	}
	header := output(t, need.Tool(t, "pmgenmap"), filepath.Join(demo, "pmnsmap.spec"))
	if err := os.WriteFile(filepath.Join(dir, "pmnsmap.h"), []byte(header), 0o666); err != nil {
		t.Fatal(err)
	}
	output(t, "gcc", "-w", "-I/usr/include/pcp", "-I"+dir, "-o", genuine, filepath.Join(demo, "pmclient.c"), "-lpcp")
	output(t, "go", "build", "-o", ours, "../examples/pmclient")
	zeroconf, irix := need.Archives(t)+"/pcp-zeroconf", need.Archives(t)+"/all-irix-6.5.25"
	for _, args := range [][]string{
		{"-a", zeroconf, "-t", "10", "-z"},
		{"-a", zeroconf, "-t", "7sec", "-s", "20", "-Z", "Asia/Tokyo"},
		{"-a", zeroconf, "-t", "0.1", "-S", "+1min", "-s3", "-P"},
		{"-a", zeroconf, "-t", "90", "-O", "+2min", "-T", "+5min"},
		{"-a", irix, "-s", "2"},
		{"-a", "nowhere"}, {"-P"}, {"-?"}, {"-s", "x"},
		{"-h", "unix:" + filepath.Join(dir, "nobody")},
	} {
		want, got := outcome(genuine, args), outcome(ours, args)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("pmclient %s: -C +Go:\n%s", strings.Join(args, " "), d)
		}
	}
}

// outcome is all that a program prints, and its exit status.
func outcome(program string, args []string) string {
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "TZ=UTC", "LC_ALL=C")
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	return fmt.Sprint(stdout.String(), "stderr:\n", stderr.String(), err)
}

// TestProcmemstat has a pmcd of PCP say what it knows of the example, in C and
// in Go.
func TestProcmemstat(t *testing.T) {
	t.Parallel()
	demo := demo(t, "procmemstat")
	pmdas := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "proc")
	need.File(t, filepath.Join(pmdas, "pmdaproc"))
	dir := t.TempDir()
	genuine, ours := filepath.Join(dir, "genuine"), filepath.Join(dir, "ours")
	metrics := `const char *metrics[] = { "proc.memory.rss", "proc.memory.textrss", "proc.memory.librss", "proc.memory.datrss" };`
	if err := os.WriteFile(filepath.Join(dir, "pmnsmap.h"), []byte(metrics), 0o666); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(demo, "procmemstat.c"))
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(dir, "procmemstat.c")
	// as it is shipped it lacks an argument, and does not compile
	complete := strings.Replace(string(text), "&scalemult)", "&scalemult, &(char *){NULL})", 1)
	if err := os.WriteFile(source, []byte(complete), 0o666); err != nil {
		t.Fatal(err)
	}
	output(t, "gcc", "-w", "-I/usr/include/pcp", "-I"+dir, "-o", genuine, source, "-lpcp")
	output(t, "go", "build", "-o", ours, "../examples/procmemstat")
	w := extraWorld(t, world.Extra{
		Name: "proc", Domain: 3, Program: filepath.Join(pmdas, "pmdaproc"), Channel: "pipe", Root: filepath.Join(pmdas, "root"),
	})
	show := func(program, units string) string {
		cmd := exec.Command(program, "-u", units)
		cmd.Env = append(w.Env(), "LC_ALL=C", "PATH=/usr/bin:/bin")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v", program, err)
		}
		return regexp.MustCompile(` *\b[1-9]\d*`).ReplaceAllString(string(out), " N")
	}
	for _, units := range []string{"kbytes", "bytes", "seconds"} {
		if d := cmp.Diff(show(genuine, units), show(ours, units)); d != "" {
			t.Errorf("-u %s: -C +Go:\n%s", units, d)
		}
	}
}
