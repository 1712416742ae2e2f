package proc

import (
	"bytes"
	"encoding/binary"
	"unsafe"

	"golang.org/x/sys/unix"

	"pcptools/libpcp/pmda/internal/pseudo"
)

// directory is an open directory: the kernel finds files from there sooner than
// by whole paths. Paths end with a NUL and are not copied; package os takes twice
// as long, which matters for some thousand processes.
type directory struct {
	fd  int
	err error // why it is not open
}

func openDirectory(path string) directory {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	return directory{fd, err}
}

func (d directory) close() {
	if d.err == nil {
		unix.Close(d.fd)
	}
}

func (d directory) open(path []byte) (pseudo.File, error) {
	const flags = unix.O_RDONLY | unix.O_CLOEXEC | unix.O_LARGEFILE | unix.O_NONBLOCK // no pipe is waited for
	for d.err == nil {
		fd, _, errno := unix.Syscall6(unix.SYS_OPENAT, uintptr(d.fd), uintptr(unsafe.Pointer(&path[0])), flags, 0, 0, 0)
		switch errno {
		case 0:
			return pseudo.File(fd), nil
		case unix.EINTR:
		default:
			return -1, errno
		}
	}
	return -1, d.err
}

// link returns where a symbolic link leads, in the memory of buf; nothing if it
// cannot be read.
func (d directory) link(path, buf []byte) []byte {
	if d.err != nil {
		return nil
	}
	n, _, errno := unix.Syscall6(unix.SYS_READLINKAT, uintptr(d.fd), uintptr(unsafe.Pointer(&path[0])),
		uintptr(unsafe.Pointer(&buf[0])), uintptr(len(buf)), 0, 0)
	if errno != 0 {
		return nil
	}
	return buf[:n]
}

// subdirectories is about how many a directory has, 0 if that is not known.
func subdirectories(dir string) int {
	var stat unix.Stat_t
	if unix.Stat(dir, &stat) != nil {
		return 0
	}
	return int(min(stat.Nlink, 1<<20)) // each has a link to it
}

// eachName calls f for the names in a directory, which it must not keep. Package
// os returns strings, which for some thousand processes are a megabyte.
func eachName(dir string, f func(name []byte)) error {
	d, err := pseudo.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	buf := make([]byte, 8<<10)
	for {
		n, err := unix.Getdents(int(d), buf)
		switch {
		case err == unix.EINTR:
			continue
		case n <= 0 || err != nil:
			return err
		}
		eachEntry(buf[:n], f)
	}
}

// eachEntry calls f for the names of entries of a directory (linux_dirent64,
// getdents(2)) except "." and "..":
//
//	inode, offset (64 bits each) | length of the entry (16 bits) | type (8 bits) | name, NUL
func eachEntry(entries []byte, f func(name []byte)) {
	for len(entries) > 0 {
		size := binary.NativeEndian.Uint16(entries[16:])
		name, _, _ := bytes.Cut(entries[19:size], []byte{0})
		if string(name) != "." && string(name) != ".." {
			f(name)
		}
		entries = entries[size:]
	}
}
