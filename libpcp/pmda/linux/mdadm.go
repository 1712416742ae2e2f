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

// mdStatus asks mdadm(8), or $LINUX_MDADM, for the state of a device. The value is
// the status of wait(2), -1 without the program.
func mdStatus(ctx context.Context, r *pmda.Request) (libpcp.Atom, error) {
	d, err := memberOf[blockDevice](r)
	if err != nil {
		return libpcp.Atom{}, err
	}
	program := cmp.Or(os.Getenv("LINUX_MDADM"), "/sbin/mdadm")
	return libpcp.Int32Atom(waitStatus(exec.CommandContext(ctx, program, "--test", "--detail", "/dev/"+d.name).Run())), nil
}

// waitStatus is how a program ended (wait(2)).
func waitStatus(err error) int32 {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		if s, ok := exit.Sys().(syscall.WaitStatus); ok {
			return status(s)
		}
	}
	return -1
}

func status(s syscall.WaitStatus) int32 {
	switch {
	case s.Exited():
		return int32(s.ExitStatus()) << 8
	case s.CoreDump():
		return int32(s.Signal()) | 0x80
	}
	return int32(s.Signal())
}

var mdStatusMetrics = []pmda.Metric{
	{Name: "disk.md.status", Cluster: 60, Item: 0, Type: i32, InDom: mdInDom, Sem: instant, Fetch: mdStatus, OneLine: "what mdadm(8) --test --detail says of each md device, as a status of wait(2)", Help: "0 means that all is well, 256 that a disk is missing or broken but data are safe, 512 that too many disks are for the device to work, and 1024 that nothing is known of it."},
}
