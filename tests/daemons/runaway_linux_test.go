package daemons

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"pcptools/internal/campaign"
)

// TestCampaignRunaway ends a tool in many ways, and wants nothing to be left of
// such an agent soon after that.
func TestCampaignRunaway(t *testing.T) {
	dir := temporary(t)
	program, agent := filepath.Join(dir, "program"), filepath.Join(dir, "pmdarunaway")
	text, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	write(t, program, string(text)) // to be found in command lines
	write(t, agent, "#!/bin/sh\nexec "+program+" runaway 401\n")
	pmval := filepath.Join(tools(t), "pmval")
	for _, sig := range []syscall.Signal{0, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGKILL} {
		for range campaign.Tries(t, 2) {
			samples := "1000000"
			if sig == 0 {
				samples = "2"
			}
			cmd := exec.Command(pmval, "-L", "-K", "clear", "-K", "add,401,"+agent+",init", "-t", "0.01", "-s", samples, "runaway.metric")
			cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + dir, "PCP_VAR_DIR=" + dir, "PCP_LOG_DIR=" + dir, "PMCD_CONNECT_TIMEOUT=60", patient}
			endTool(t, cmd, sig, dir)
			wantNone(t, dir)
			killLeft(dir)
		}
	}
}

// endTool runs a tool that samples a runawayAgent, whose files are in a directory,
// and sends it a signal, unless that is 0, after the first sample.
func endTool(t *testing.T, cmd *exec.Cmd, sig syscall.Signal, dir string) {
	t.Helper()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	sampled := false
	for lines := bufio.NewScanner(out); !sampled && lines.Scan(); {
		sampled = strings.TrimSpace(lines.Text()) == "7"
	}
	if sig != 0 {
		for deadline := time.Now().Add(time.Minute); len(processes(dir)) < 3; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Errorf("too few: %q", processes(dir))
				break
			}
		}
		cmd.Process.Signal(sig)
	}
	io.Copy(io.Discard, out)
	cmd.Wait()
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !sampled || sig != 0 && status.Signal() != sig || sig == 0 && status != 0 {
		t.Errorf("signal %v: %v, sampled: %v: %s", sig, cmd.ProcessState, sampled, &stderr)
	}
}
