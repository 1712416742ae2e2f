package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/world"
)

// TestAcme has PCP's tools show the example of the programmer's guide,
// ours and PCP's: it prints what the guide prints.
func TestAcme(t *testing.T) {
	need.PCP(t)
	need.Headers(t)
	source := filepath.Join(pcpconf.Get("PCP_SHARE_DIR"), "demos", "mmv", "acme.c")
	need.File(t, source)
	dir := t.TempDir()
	genuine, ours := filepath.Join(dir, "genuine"), filepath.Join(dir, "ours")
	output(t, "gcc", "-o", genuine, source, "-lpcp_mmv", "-lpcp")
	output(t, "go", "build", "-o", ours, "../examples/acme")
	w := world.Start(t)

	want := showAcme(t, w, genuine)
	got := showAcme(t, w, ours)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	guide := "mmv.acme.products.queuetime PMID: 70.321.10\n" +
		"mmv.acme.products.time PMID: 70.321.8\nmmv.acme.products.count PMID: 70.321.7\n"
	if !strings.HasPrefix(got, guide) {
		t.Errorf("not as the guide has it:\n%s", got)
	}
}

// showAcme runs a program, and returns what is known of its metrics once there
// are some, without values that differ each time.
func showAcme(t *testing.T, w *world.World, program string) string {
	t.Helper()
	env := append(w.Env(), "PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "HOME=/")
	cmd := exec.Command(program)
	cmd.Env = env
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		cmd.Process.Kill()
		cmd.Wait()
		os.Remove(filepath.Join(w.Dir, "tmp", "mmv", "acme"))
	}()
	tool := func(name string, args ...string) string {
		cmd := exec.Command(need.Tool(t, name), args...)
		cmd.Env = env
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		if strings.Contains(tool("pmprobe", "-I", "mmv.acme.products.count"), "Giant_Rubber_Bands") {
			break
		}
		// PCP's agent may miss that a file has come, and looks again when told to.
		tool("pmstore", "mmv.control.reload", "1")
		if time.Now().After(deadline) {
			t.Fatal("no products")
		}
	}
	return tool("pminfo", "-m", "mmv.acme") + tool("pminfo", "-dtTs", "mmv.acme") + tool("pmprobe", "-I", "mmv.acme") +
		tool("pmval", "-f2", "-s0", "mmv.acme.products.time")
}
