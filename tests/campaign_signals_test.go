//go:build unix

package tests

import (
	"bytes"
	"context"
	"net"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"pcptools/internal/need"
)

// TestCampaignSignals interrupts tools that wait for a pmcd, and wants them to
// end as the genuine ones do.
func TestCampaignSignals(t *testing.T) {
	for _, line := range []string{"pminfo -f sample", "pmprobe -v sample", "pmval sample.long.one", "pmstore sample.long.one 1"} {
		words := strings.Fields(line)
		for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1} {
			want := interrupted(t, need.Tool(t, words[0]), words[1:], signal)
			if got := interrupted(t, ours(t, words[0]), words[1:], signal); got != want {
				t.Errorf("%s, %v: %s, the genuine tool: %s", line, signal, got, want)
			}
		}
	}
}

// interrupted runs a tool with a pmcd that says nothing, signals it as soon as
// it is there, and returns how it ended.
func interrupted(t *testing.T, tool string, args []string, signal syscall.Signal) string {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, tool, append([]string{"-h", l.Addr().String()}, args...)...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.Env = []string{"LC_ALL=C", "PMCD_CONNECT_TIMEOUT=60"}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	cmd.Wait() // the state has it
	if bytes.Contains(out.Bytes(), []byte("goroutine ")) {
		t.Errorf("%s, %v:\n%s", tool, signal, &out)
	}
	return strings.TrimSuffix(cmd.ProcessState.String(), " (core dumped)")
}
