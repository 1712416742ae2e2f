//go:build !linux

package sample

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// systemInfo has no value on systems without sysinfo(2).
func systemInfo(context.Context, *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Atom{}, pmda.NoValue
}
