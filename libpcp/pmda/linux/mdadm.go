package linux

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// mdStatus asks mdadm(8), or $LINUX_MDADM, how a device is. The value is that
// of wait(2), -1 if there is no such program.
func (a *agent) mdStatus(ctx context.Context, r *pmda.Request) (libpcp.Atom, error) {
	if err := a.readDisks(r); err != nil {
		return libpcp.Atom{}, err
	}
	d, err := a.multiple.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	program := cmp.Or(os.Getenv("LINUX_MDADM"), "/sbin/mdadm")
	return libpcp.Int32Atom(waitStatus(exec.CommandContext(ctx, program, "--test", "--detail", "/dev/"+d.name).Run())), nil
}

// waitStatus is how a program ended.
func waitStatus(err error) int32 {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		if status, ok := exit.Sys().(syscall.WaitStatus); ok {
			return int32(status)
		}
	}
	return -1
}
