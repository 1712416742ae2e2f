package tree

import "syscall"

// privateMounts gives a process a mount namespace of its own.
func privateMounts() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
}

// within has a process see dir as the root.
func within(dir string) *syscall.SysProcAttr { return &syscall.SysProcAttr{Chroot: dir} }
