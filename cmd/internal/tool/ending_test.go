//go:build unix

package tool

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestBeforeEnd has signals end a process that removes a file before.
func TestBeforeEnd(t *testing.T) {
	if file := os.Getenv("REMOVE"); file != "" {
		env := &Env{Stdout: NewOutput(os.Stdout, false)}
		env.BeforeEnd()(func() { os.Remove(file) })
		os.Stderr.WriteString("ready\n")
		env.Stdout.Write(bytes.Repeat([]byte("x"), 2*blockSize))
		time.Sleep(time.Minute)
	}
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE} {
		if signal.Ignored(sig) {
			continue
		}
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if state := endedBy(t, sig, file); !state.Signaled() || state.Signal() != sig {
			t.Errorf("%v: %#x", sig, state)
		}
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%v: the file is still there", sig)
		}
	}
}

// TestUntilInterrupted has a signal end a process that does not end after it: what is to
// be removed before is.
func TestUntilInterrupted(t *testing.T) {
	if file := os.Getenv("REMOVE"); file != "" {
		env := &Env{Stdout: NewOutput(os.Stdout, false)}
		ctx, stop := env.UntilInterrupted(t.Context())
		defer stop()
		env.BeforeEnd(os.Interrupt, syscall.SIGTERM)(func() { os.Remove(file) })
		os.Stderr.WriteString("ready\n")
		<-ctx.Done()
		time.Sleep(time.Minute)
	}
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if state := endedBy(t, sig, file); !state.Signaled() || state.Signal() != sig {
			t.Errorf("%v: %#x", sig, state)
		}
		if took := time.Since(began); took < goodOrder || took > 20*goodOrder {
			t.Errorf("%v: after %v", sig, took)
		}
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%v: the file is still there", sig)
		}
	}
}

// endedBy runs this test in a process that a signal ends.
func endedBy(t *testing.T, sig syscall.Signal, file string) syscall.WaitStatus {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), "REMOVE="+file)
	if sig == syscall.SIGPIPE {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		defer w.Close()
		cmd.Stdout = w
	}
	ready, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	ready.Read(make([]byte, 6))
	if sig != syscall.SIGPIPE {
		cmd.Process.Signal(sig)
	}
	cmd.Wait()
	return cmd.ProcessState.Sys().(syscall.WaitStatus)
}
