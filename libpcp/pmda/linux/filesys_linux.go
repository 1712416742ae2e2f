package linux

import "golang.org/x/sys/unix"

func statFS(dir string) (fsStat, error) {
	var s unix.Statfs_t
	err := unix.Statfs(dir, &s)
	return fsStat{
		blockSize: uint64(s.Bsize),
		blocks:    s.Blocks,
		free:      s.Bfree,
		avail:     s.Bavail,
		files:     s.Files,
		freeFiles: s.Ffree,
	}, err
}
