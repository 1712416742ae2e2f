//go:build !linux

package linux

import "pcptools/libpcp"

func statFS(string) (fsStat, error) { return fsStat{}, libpcp.ErrNYI }
