package sample

import (
	"context"
	"syscall"
	"unsafe"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// systemInfo is a struct sysinfo as the kernel has it.
func systemInfo(context.Context, *pmda.Request) (libpcp.Atom, error) {
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err != nil {
		return libpcp.Atom{}, err
	}
	raw := unsafe.Slice((*byte)(unsafe.Pointer(&info)), unsafe.Sizeof(info))
	return libpcp.BytesAtom(libpcp.TypeAggregate, raw), nil
}
