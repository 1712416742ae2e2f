// Package pcpconf finds where PCP is installed.
package pcpconf

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Debian's places, for a machine without pcp.conf.
var defaults = map[string]string{
	"PCP_BINADM_DIR": "/usr/lib/pcp/bin",
	"PCP_INC_DIR":    "/usr/include/pcp",
	"PCP_PMDAS_DIR":  "/var/lib/pcp/pmdas",
	"PCP_VAR_DIR":    "/var/lib/pcp",
}

var files sync.Map // of settings, by path

func settings(path string) map[string]string {
	if known, ok := files.Load(path); ok {
		return known.(map[string]string)
	}
	conf := make(map[string]string)
	text, err := os.ReadFile(path)
	if err != nil {
		return conf
	}
	for line := range strings.Lines(string(text)) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		if ok && !strings.HasPrefix(name, "#") {
			conf[name] = strings.Trim(value, `"`)
		}
	}
	files.Store(path, conf)
	return conf
}

// Get returns the setting called name of /etc/pcp.conf. The environment, which
// PCP's own programs let override it, is ignored: the installed files are meant.
func Get(name string) string { return GetFrom("/etc/pcp.conf", name) }

// GetFrom is Get for another file.
func GetFrom(path, name string) string {
	if value, ok := settings(path)[name]; ok {
		return value
	}
	return defaults[name]
}

// Genuine returns the path of one of PCP's tools: in $PCP_BIN, or else in /usr/bin.
func Genuine(tool string) string {
	dir := os.Getenv("PCP_BIN")
	if dir == "" {
		dir = "/usr/bin"
	}
	return filepath.Join(dir, tool)
}
