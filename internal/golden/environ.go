package golden

import "strings"

// Environ is all that a tool sees of its environment, the same at recording and
// replaying, with the settings of the line. A variable occurs once: the last
// wins, as it does when a program is started; a look-up in a list would take the
// first. Tools run in a directory beside the one of the zone files, and find no
// pmcd unless the line says where one is.
func Environ(line ...string) []string {
	all := append([]string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "HOME=/",
		"PCP_DERIVED_CONFIG=", "PCP_VAR_DIR=.", "TZDIR=../zones", "PMCD_PORT=1", "PMCD_SOCKET=/nowhere"}, line...)
	at := make(map[string]int)
	var environ []string
	for _, setting := range all {
		name, _, _ := strings.Cut(setting, "=")
		if i, ok := at[name]; ok {
			environ[i] = setting
			continue
		}
		at[name] = len(environ)
		environ = append(environ, setting)
	}
	return environ
}
