package pmcd

import (
	"runtime"

	"pcptools/libpcp"
)

// machine is the architecture as uname(1) calls it.
func machine() (libpcp.Atom, error) {
	name := runtime.GOARCH
	switch name {
	case "amd64":
		name = "x86_64"
	case "386":
		name = "i686"
	case "arm64":
		name = "aarch64"
	}
	return libpcp.StringAtom(name), nil
}
