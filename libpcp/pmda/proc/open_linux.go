package proc

import "golang.org/x/sys/unix"

// descriptor is an open file. Those of package os cost twice as much, which is
// much for some thousand processes.
type descriptor int

func openFile(path string) (descriptor, error) {
	for {
		fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != unix.EINTR {
			return descriptor(fd), err
		}
	}
}

// Read is 0 at the end.
func (d descriptor) Read(b []byte) (int, error) {
	for {
		n, err := unix.Read(int(d), b)
		if err != unix.EINTR {
			return n, err
		}
	}
}

func (d descriptor) Close() error { return unix.Close(int(d)) }
