//go:build unix

package complete

import (
	"io/fs"
	"os"
	"syscall"
)

// private reports whether a file is the user's own and nobody else's business.
func private(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid() && info.Mode().Perm()&0o077 == 0
}
