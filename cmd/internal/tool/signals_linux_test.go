package tool

import (
	"bytes"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

func TestDeadlySignals(t *testing.T) {
	if os.Getenv("DIE") != "" {
		defaultSignals()
		var sig syscall.Signal
		for _, s := range deadly {
			if s.String() == os.Getenv("DIE") {
				sig = s
			}
		}
		syscall.Kill(os.Getpid(), sig)
		time.Sleep(time.Minute) // with nothing to wait for it could die of that, sooner
	}
	for _, sig := range deadly {
		var output bytes.Buffer
		cmd := exec.Command(os.Args[0], "-test.run=^TestDeadlySignals$")
		cmd.Env = append(os.Environ(), "DIE="+sig.String())
		cmd.Stdout, cmd.Stderr = &output, &output
		cmd.Run()
		status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if !ok || !status.Signaled() || status.Signal() != sig || output.Len() > 0 {
			t.Errorf("%v: %v, %q", sig, cmd.ProcessState, &output)
		}
	}
}
