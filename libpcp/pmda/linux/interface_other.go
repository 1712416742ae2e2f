//go:build !linux

package linux

import "pcptools/libpcp"

func inetAddress(string) string { return "" }

func inetNames() []string { return nil }

func interfaceMTU(string) (uint64, error) { return 0, libpcp.ErrNYI }

func interfaceFlags(string) (uint64, error) { return 0, libpcp.ErrNYI }

func linkOf(string) (link, error) { return link{}, libpcp.ErrNYI }
