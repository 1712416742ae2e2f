package debug

import "io/fs"

// rawMode is the C mode (inode(7)) of a special file.
func rawMode(m fs.FileMode) uint32 {
	raw := uint32(m.Perm())
	for _, bit := range []struct {
		mode fs.FileMode
		raw  uint32
	}{
		{fs.ModeNamedPipe, 0o010000}, {fs.ModeSocket, 0o140000},
		{fs.ModeSetuid, 0o4000}, {fs.ModeSetgid, 0o2000}, {fs.ModeSticky, 0o1000},
	} {
		if m&bit.mode != 0 {
			raw |= bit.raw
		}
	}
	switch {
	case m&fs.ModeCharDevice != 0:
		raw |= 0o020000
	case m&fs.ModeDevice != 0:
		raw |= 0o060000
	}
	return raw
}
