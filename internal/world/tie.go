package world

import (
	"os/exec"
	"runtime"
)

// Tie starts a program that ends with this process even if that is killed, where
// the system can do that. The channel gets the result of its Wait.
func Tie(cmd *exec.Cmd) (done chan error, err error) {
	dieWithParent(cmd)
	started, done := make(chan error), make(chan error, 1)
	go func() {
		// The parent that it must not outlive is, for the kernel, the thread that
		// started it: keep that one for as long as it runs.
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			done <- cmd.Wait()
		}
	}()
	return done, <-started
}
