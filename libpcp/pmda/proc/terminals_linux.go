package proc

import (
	"os"

	"golang.org/x/sys/unix"
)

// find takes note of the character devices in a directory.
func (t *terminals) find(dir, prefix string) {
	f, err := os.Open(dir)
	if err != nil {
		return
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1)
	for _, name := range names {
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
