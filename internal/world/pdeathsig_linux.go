package world

import (
	"os/exec"
	"syscall"
)

// dieWithParent lets a program end when the process does that starts it, even if
// that is killed.
func dieWithParent(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = new(syscall.SysProcAttr)
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGTERM
}
