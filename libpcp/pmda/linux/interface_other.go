//go:build !linux

package linux

import (
	"os"

	"pcptools/libpcp"
)

func openSocket() (*os.File, error) { return nil, libpcp.ErrNYI }

func inetAddress(*os.File, string) (string, error) { return "", libpcp.ErrNYI }

func inetNames() []string { return nil }

func interfaceMTU(*os.File, string) (uint64, error) { return 0, libpcp.ErrNYI }

func interfaceFlags(*os.File, string) (uint64, error) { return 0, libpcp.ErrNYI }

func linkOf(*os.File, string) (link, error) { return link{}, libpcp.ErrNYI }
