// Package bare has the environment of a machine without PCP, the same on all
// machines. The tests of make test run tools in it: those in other processes with
// [Environ], and those in the process of the test, whose environment is the test's
// own, after [Enter].
package bare

import (
	"go/build"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Release is the release of PCP that is reproduced, whichever this machine has.
const Release = "6.0.3"

// settings lead away from all that a machine may have: the configuration of PCP, its
// name space, derived metrics, reports, agents and certificates, a pmcd, and the
// user's own files. Language, time zone and terminal are as plain as can be.
var settings = []string{
	"PATH=/usr/bin:/bin", "HOME=" + Nowhere, "LC_ALL=C", "TZ=UTC", "TERM=dumb",
	"PCPTOOLS_COMPAT=" + Release, "PCP_CONF=" + os.DevNull, "PCP_DERIVED_CONFIG=", "PCP_TLSCONF_PATH=" + Nowhere,
	"PCP_VAR_DIR=" + Nowhere, "PCP_SYSCONF_DIR=" + Nowhere, "PCP_PMDAS_DIR=" + Nowhere, "PCP_RUN_DIR=" + Nowhere,
	"PCP_TMP_DIR=" + Nowhere, "PCP_PMCDCONF_PATH=" + Nowhere, "PMCD_PORT=1", "PMCD_SOCKET=" + Nowhere,
}

// Nowhere is a path that no machine has, and that nobody can make, not even root.
const Nowhere = "/proc/nowhere"

// Environ returns the environment with some settings of it replaced, and others
// added, as of os.Environ.
func Environ(more ...string) []string {
	return Merge(append(settings[:len(settings):len(settings)], more...))
}

// Merge returns an environment in which each variable occurs once: the last setting
// counts, as it does when a program is started.
func Merge(environ []string) []string {
	at := make(map[string]int)
	var merged []string
	for _, setting := range environ {
		name, _, _ := strings.Cut(setting, "=")
		if i, ok := at[name]; ok {
			merged[i] = setting
			continue
		}
		at[name] = len(merged)
		merged = append(merged, setting)
	}
	return merged
}

// Enter gives this process the environment. It keeps what Go needs, variables of this
// project, PATH and the directory for temporary files.
func Enter() error {
	if err := keepGo(); err != nil {
		return err
	}
	for _, setting := range os.Environ() {
		if name, _, _ := strings.Cut(setting, "="); foreign(name) {
			os.Unsetenv(name)
		}
	}
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		if name == "PATH" { // of go and gcc
			continue
		}
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	time.Local = time.UTC // in case that somebody has asked for it before
	return nil
}

// foreign reports whether tools read a variable, or what they may run does.
func foreign(name string) bool {
	if name == "PCP_BIN" { // where this project's tests find PCP's tools
		return false
	}
	for _, prefix := range []string{"PCP_", "PMCD_", "PMDA_", "PMNS_", "PMPROXY_", "PMLOGGER_", "LC_", "LANG", "XDG_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	switch name {
	case "COLUMNS", "LINES", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "POSIXLY_CORRECT", "TZDIR", "HOST", "HOSTNAME", "PAGER":
		return true
	}
	return false
}

// keepGo sets what otherwise depends on the home directory.
func keepGo() error {
	keep := map[string]string{"GOPATH": build.Default.GOPATH}
	if cache, err := os.UserCacheDir(); err == nil {
		keep["GOCACHE"] = filepath.Join(cache, "go-build")
	}
	if config, err := os.UserConfigDir(); err == nil {
		keep["GOENV"] = filepath.Join(config, "go", "env")
	}
	for name, value := range keep {
		if os.Getenv(name) == "" {
			if err := os.Setenv(name, value); err != nil {
				return err
			}
		}
	}
	return nil
}
