package peak

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// measure runs a program and writes to a file how it ended and how much memory
// in kilobytes it has had.
func measure(file string, words []string) int {
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	runtime.LockOSThread() // whose end the program would take for ours
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	status := cmd.ProcessState.ExitCode()
	if wait := cmd.ProcessState.Sys().(syscall.WaitStatus); wait.Signaled() {
		status = -int(wait.Signal())
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if err := os.WriteFile(file, fmt.Append(nil, status, " ", usage.Maxrss), 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
