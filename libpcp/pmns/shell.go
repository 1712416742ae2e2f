package pmns

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
)

// A Shell runs a command and returns its output; Close waits for its end, and
// returns an error if the command failed.
type Shell func(command string, stderr io.Writer) (io.ReadCloser, error)

// RunShell runs a command with sh(1), in the directory and with the environment
// and standard input of this process.
func RunShell(command string, stderr io.Writer) (io.ReadCloser, error) {
	cmd := exec.Command("/bin/sh", "-c", command)
	cmd.Args[0] = "sh" // which its messages begin with
	cmd.Stdin, cmd.Stderr = os.Stdin, stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &running{out, cmd}, cmd.Start()
}

// running is a command whose output is being read.
type running struct {
	io.Reader
	cmd *exec.Cmd
}

// Close waits for the command and discards its remaining output.
func (r *running) Close() error {
	io.Copy(io.Discard, r.Reader)
	return r.cmd.Wait()
}

// shellWarning says how a command ended that has not done so as it should.
func shellWarning(err error) string {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return ""
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return fmt.Sprintf("Warning: #shell cmd terminated by signal %d\n", int(status.Signal()))
	}
	return fmt.Sprintf("Warning: #shell cmd returns %d exit status\n", exit.ExitCode())
}
