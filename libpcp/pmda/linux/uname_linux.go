package linux

import "golang.org/x/sys/unix"

func readNames() (names, error) {
	var u unix.Utsname
	err := unix.Uname(&u)
	return names{
		sysname:  unix.ByteSliceToString(u.Sysname[:]),
		nodename: unix.ByteSliceToString(u.Nodename[:]),
		release:  unix.ByteSliceToString(u.Release[:]),
		version:  unix.ByteSliceToString(u.Version[:]),
		machine:  unix.ByteSliceToString(u.Machine[:]),
	}, err
}
