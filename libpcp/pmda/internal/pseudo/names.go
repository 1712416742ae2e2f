package pseudo

import (
	"os"
	"syscall"
)

// MaxNames is the limit of the names in a directory, unless the caller wants
// fewer.
const MaxNames = 1 << 20

// Names returns the first names in a directory, most at most, in the order that
// the kernel has. There are none in a directory that cannot be read.
func Names(dir string, most int) []string {
	f, err := os.OpenFile(dir, os.O_RDONLY|syscall.O_NONBLOCK, 0) // see Open
	if err != nil {
		return nil
	}
	defer f.Close()
	names, _ := f.Readdirnames(most)
	return names
}
