package world

import "syscall"

// dieWithParent lets pmcd end when the test process does, even if that is
// killed.
func dieWithParent() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
}
