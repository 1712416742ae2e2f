package golden

import "pcptools/internal/bare"

// Environ is all that a tool sees of its environment, the same at recording and
// replaying, with the settings of the line. Tools run in a directory beside the one of
// the zone files, and find no pmcd unless the line has its address.
func Environ(line ...string) []string {
	return bare.Merge(append([]string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "HOME=/",
		"PCP_DERIVED_CONFIG=", "PCP_VAR_DIR=.", "TZDIR=../zones", "PMCD_PORT=1", "PMCD_SOCKET=/nowhere"}, line...))
}
