package mmvfile

import (
	"cmp"
	"path/filepath"

	"pcptools/libpcp/internal/conf"
)

// Dir is the directory that an agent of a name reads: $PCP_TMP_DIR/NAME, below
// /var/lib/pcp/tmp where PCP is not installed.
func Dir(name string) string {
	return filepath.Join(cmp.Or(conf.Get("PCP_TMP_DIR"), "/var/lib/pcp/tmp"), name)
}
