package world

import (
	"os/exec"
	"syscall"
)

// dieWithParent lets pmcd end when the test process does, even if that is
// killed.
func dieWithParent(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = new(syscall.SysProcAttr)
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGTERM
}
