package linux

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"pcptools/libpcp/internal/conf"
)

// innerPattern are the interfaces whose traffic stays in the machine, or goes
// through another as well.
const innerPattern = `^(lo|bond[0-9]+|team[0-9]+|face)$`

// innerInterfaces are those that network.all leaves out, as a file says that
// administrators may change.
func (n *netdev) innerInterfaces() *regexp.Regexp {
	if n.inner != nil {
		return n.inner
	}
	text, err := os.ReadFile(filepath.Join(conf.Get("PCP_SYSCONF_DIR"), "linux", "interfaces.conf"))
	if err == nil {
		n.inner, err = regexp.CompilePOSIX(joinPattern(string(text)))
	}
	if err != nil || n.inner.String() == "" {
		n.inner = regexp.MustCompile(innerPattern)
	}
	return n.inner
}

// joinPattern leaves comments and blanks out of a pattern.
func joinPattern(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			b.WriteString(strings.Join(strings.Fields(line), ""))
		}
	}
	return b.String()
}
