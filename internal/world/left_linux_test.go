package world

import (
	"os"
	"os/exec"
	"testing"

	"pcptools/internal/need"
)

// TestEndLeft has an agent that goes on without its pmcd.
func TestEndLeft(t *testing.T) {
	need.Program(t, "sleep")
	cmd := exec.Command("sleep", "1000")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var agents []child
	for _, c := range children(os.Getpid()) {
		if c.pid == cmd.Process.Pid {
			agents = append(agents, c)
		}
	}
	if len(agents) != 1 {
		cmd.Process.Kill()
		t.Errorf("%d processes found", len(agents))
	}
	endLeft(agents)
	if err := cmd.Wait(); err == nil {
		t.Error("ended by itself")
	}
	endLeft(agents) // of another process there may be by now
}
