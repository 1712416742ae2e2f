// Package peak runs programs for tests and measures how much memory they have
// had at most.
//
// The system counts for a process what its parent had in memory when it was
// started, and a test can have much. So the program is started by a small
// process: the test's own program once more, of which [Main] takes charge.
package peak

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/programs"
)

// variable names the file for the figure.
const variable = "PCPTOOLS_TEST_PEAK"

// Main is to be called first in TestMain.
func Main() {
	if file := os.Getenv(variable); file != "" && len(os.Args) > 1 {
		os.Unsetenv(variable)
		os.Exit(measure(file, os.Args[1:]))
	}
}

// Run is what came of a program.
type Run struct {
	Stdout, Stderr []byte
	Status         int   // exit status, or negative the number of the signal
	Peak           int64 // bytes
	Endless        bool  // it had to be stopped
}

// Crashed reports whether the program ended as none of ours may: it did not,
// or by a signal, a panic or an error of the Go runtime.
func (r *Run) Crashed() bool {
	return r.Endless || r.Status < 0 || bytes.Contains(r.Stderr, []byte("\ngoroutine ")) || bytes.Contains(r.Stderr, []byte("fatal error: "))
}

// Output is standard output and, behind it, standard error.
func (r *Run) Output() string { return string(r.Stdout) + string(r.Stderr) }

// Do runs a command until it ends or ctx does, with its standard output and
// error kept.
func Do(ctx context.Context, t testing.TB, cmd *exec.Cmd) *Run {
	t.Helper()
	if runtime.GOOS != "linux" {
		need.Skip(t, "needs Linux: measures memory")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "peak")
	var stdout, stderr bytes.Buffer
	small := exec.CommandContext(ctx, self, append([]string{cmd.Path}, cmd.Args[1:]...)...)
	small.WaitDelay = time.Second
	small.Dir, small.Stdin, small.Stdout, small.Stderr = cmd.Dir, cmd.Stdin, &stdout, &stderr
	if small.Env = cmd.Env; small.Env == nil {
		small.Env = os.Environ()
	}
	small.Env = append(small.Env[:len(small.Env):len(small.Env)], variable+"="+file, programs.AtOnce)
	err = small.Run()
	r := &Run{Stdout: stdout.Bytes(), Stderr: stderr.Bytes(), Endless: ctx.Err() != nil}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !r.Endless {
		t.Fatal(err)
	}
	if !r.Endless {
		r.read(t, file)
	}
	return r
}

// read takes what [Main] has noted.
func (r *Run) read(t testing.TB, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v\n%s", err, r.Stderr)
	}
	status, kilobytes, _ := bytes.Cut(text, []byte(" "))
	r.Status, err = strconv.Atoi(string(status))
	n, err2 := strconv.ParseInt(string(kilobytes), 10, 64)
	if r.Peak = n << 10; err != nil || err2 != nil {
		t.Fatalf("peak: %q", text)
	}
}
