//go:build !linux

package linux

import "pcptools/libpcp"

func readNames() (names, error) { return names{}, libpcp.ErrNYI }
