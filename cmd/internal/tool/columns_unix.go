//go:build unix

package tool

import (
	"os"

	"golang.org/x/sys/unix"
)

// terminalSize is the size of a terminal, 0 if it is unknown.
func terminalSize(f *os.File) (columns, rows int) {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0, 0
	}
	return int(size.Col), int(size.Row)
}
