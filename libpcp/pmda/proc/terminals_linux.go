package proc

import (
	"golang.org/x/sys/unix"

	"pcptools/libpcp/pmda/internal/pseudo"
)

// find takes note of the character devices in a directory.
func (t *terminals) find(dir, prefix string) {
	for _, name := range pseudo.Names(dir, pseudo.MaxNames) {
		var s unix.Stat_t
		if unix.Lstat(dir+name, &s) != nil || s.Mode&unix.S_IFMT != unix.S_IFCHR {
			continue
		}
		key := uint64(unix.Major(uint64(s.Rdev)))<<32 | uint64(unix.Minor(uint64(s.Rdev)))
		if _, taken := t.names[key]; !taken {
			t.names[key] = []byte(prefix + name)
		}
	}
}
