package linux

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// textFile is an open file without what os.File has to offer, which costs more
// than reading most of these files.
type textFile int

// openText does not wait, as for the other end of a FIFO, which a container may
// have in place of a file.
func openText(path string) (textFile, error) {
	for {
		fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
		if err != syscall.EINTR {
			return textFile(fd), err
		}
	}
}

// Read reads; 0 bytes are the end of the file.
func (f textFile) Read(dst []byte) (int, error) {
	for {
		n, err := unix.Read(int(f), dst)
		if err != syscall.EINTR {
			return n, err
		}
	}
}

func (f textFile) Close() error { return unix.Close(int(f)) }
