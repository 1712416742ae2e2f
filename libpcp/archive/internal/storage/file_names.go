package storage

import (
	"strconv"
	"strings"

	"pcptools/libpcp/internal/expand"
	"pcptools/libpcp/internal/logfile"
)

// RoleNone is the role of a file that belongs to no archive.
const RoleNone = -3

// CutRole takes the suffixes of a file of an archive off a name: one compression
// suffix, and one of .meta, .index and .NUMBER.
func CutRole(name string) (base string, role int) {
	name, _ = expand.CutSuffix(name)
	if base, ok := strings.CutSuffix(name, ".meta"); ok {
		return base, logfile.RoleMeta
	}
	if base, ok := strings.CutSuffix(name, ".index"); ok {
		return base, logfile.RoleIndex
	}
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		if n, err := strconv.ParseUint(name[dot+1:], 10, 31); err == nil {
			return name[:dot], int(n)
		}
	}
	return name, RoleNone
}

// SplitPath is dirname(3) and basename(3), with the prefix to put in front of
// another entry of the same directory.
func SplitPath(path string) (dir, prefix, base string) {
	path = strings.TrimRight(path, "/")
	slash := strings.LastIndexByte(path, '/')
	if slash < 0 {
		return ".", "", path
	}
	dir = path[:slash]
	if dir == "" {
		dir = "/"
	}
	return dir, path[:slash+1], path[slash+1:]
}
