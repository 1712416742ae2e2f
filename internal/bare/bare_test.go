package bare

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestEnter wants settings of a machine gone or replaced, and those of Go and of this
// project kept.
func TestEnter(t *testing.T) {
	for _, setting := range settings {
		name, _, _ := strings.Cut(setting, "=")
		t.Setenv(name, os.Getenv(name)) // and back
	}
	given := map[string]string{"TZ": "Asia/Kathmandu", "LC_ALL": "de_DE.UTF-8", "LANG": "de", "NO_COLOR": "1", "COLUMNS": "40", "PMCD_PORT": "44321",
		"PCP_CONF": "/etc/pcp.conf", "PCP_HOST": "x", "PMDA_LOCAL_SAMPLE": "1", "PCP_BIN": "/usr/bin", "GOFLAGS": "-v", "GOCACHE": "/cache", "PCPTOOLS_VERIFY": ""}
	for name, value := range given {
		t.Setenv(name, value)
	}
	for _, name := range []string{"GOPATH", "GOENV"} {
		t.Setenv(name, "")
	}
	local, path := time.Local, os.Getenv("PATH")
	defer func() { time.Local = local }()
	if err := Enter(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"TZ": "UTC", "LC_ALL": "C", "LANG": "", "NO_COLOR": "", "COLUMNS": "", "PMCD_PORT": "1", "PCP_CONF": os.DevNull,
		"PCP_HOST": "", "PMDA_LOCAL_SAMPLE": "", "PCP_BIN": "/usr/bin", "GOFLAGS": "-v", "GOCACHE": "/cache", "PATH": path, "PCPTOOLS_COMPAT": Release} {
		if got := os.Getenv(name); got != want {
			t.Errorf("%s=%s, want %s", name, got, want)
		}
	}
	if _, set := os.LookupEnv("NO_COLOR"); set || os.Getenv("GOPATH") == "" {
		t.Errorf("NO_COLOR is set: %t, GOPATH=%s", set, os.Getenv("GOPATH"))
	}
}

// TestEnviron has each variable once, with its last setting.
func TestEnviron(t *testing.T) {
	environ := Environ("TZ=EST5EDT", "X=1", "TZ=ABC-5:45")
	if !slices.Contains(environ, "TZ=ABC-5:45") || !slices.Contains(environ, "X=1") || slices.Contains(environ, "TZ=UTC") || len(environ) != len(settings)+1 {
		t.Errorf("%q", environ)
	}
}
