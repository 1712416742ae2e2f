package pseudo

import "golang.org/x/sys/unix"

// File is an open file without what os.File has to offer, which costs more than
// reading most of these files.
type File int

// Open does not wait, as for the other end of a FIFO.
func Open(path string) (File, error) {
	for {
		fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
		if err != unix.EINTR {
			return File(fd), err
		}
	}
}

// Read is 0 at the end.
func (f File) Read(b []byte) (int, error) {
	for {
		n, err := unix.Read(int(f), b)
		if err != unix.EINTR {
			return n, err
		}
	}
}

// Close closes the file.
func (f File) Close() error { return unix.Close(int(f)) }
