package tests

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// measure runs a program, writes to a file how much memory in kilobytes it has
// had at most, and returns its exit status, 255 if a signal ended it. It is for
// a process of its own: what a process has had in memory counts for those it
// starts, and the tests themselves have much.
func measure(file string, words []string) int {
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		fmt.Fprintln(os.Stderr, err)
		return 255
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if err := os.WriteFile(file, fmt.Append(nil, usage.Maxrss), 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 255
	}
	if !cmd.ProcessState.Exited() {
		return 255
	}
	return cmd.ProcessState.ExitCode()
}
