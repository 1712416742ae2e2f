package archive

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/expand"
	"pcptools/libpcp/internal/logfile"
)

// A storage is where archives lie: the file system, or the memory of a test.
type storage interface {
	// list returns the names in a directory in the order it holds them.
	list(dir string) ([]string, error)
	// readable reports whether a file or directory of that name can be read.
	readable(name string) bool
	open(name string) (expand.File, error)
	// identify distinguishes the states of a file.
	identify(name string) identity
}

// identity is a state of a file; the zero identity is of none.
type identity struct {
	size, inode int64
	changed     int64 // nanoseconds since 1970
}

// fileSet is the files of one archive.
type fileSet struct {
	name    string // as it was given or found
	base    string // without what makes it that of one of the files
	meta    string
	index   string // "" when there is none
	volumes []volumeFile
}

type volumeFile struct {
	num  int
	path string
}

// roleNone is the role of a file that belongs to no archive.
const roleNone = -3

// cutRole takes what makes a name that of a file of an archive off it: one
// compression suffix, and one of .meta, .index and .NUMBER.
func cutRole(name string) (base string, role int) {
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
	return name, roleNone
}

// expandList turns the argument of -a into the names of single archives.
func expandList(st storage, list string) ([]string, error) {
	if list == "" {
		return nil, libpcp.ErrLogFile
	}
	trimmed := strings.TrimSuffix(list, ",")
	var names []string
	for name := range strings.SplitSeq(trimmed, ",") {
		entries, err := st.list(name)
		if err != nil {
			names = append(names, name)
			continue
		}
		names = appendBases(names, name, entries)
	}
	if len(names) == 0 {
		return nil, libpcp.ErrLogFile
	}
	return names, nil
}

// appendBases appends the archives among the entries of a directory.
func appendBases(names []string, dir string, entries []string) []string {
	for _, entry := range entries {
		plain, _ := expand.CutSuffix(entry)
		if base, ok := strings.CutSuffix(plain, ".meta"); ok {
			names = append(names, dir+"/"+base)
		}
	}
	return names
}

// splitPath is dirname(3) and basename(3), with the prefix to put in front of
// another entry of the same directory.
func splitPath(path string) (dir, prefix, base string) {
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

// findFiles finds the files of the archive that a name stands for: its base
// name or any of its files.
func findFiles(st storage, name string) (*fileSet, error) {
	if name == "" {
		return nil, libpcp.Errno(syscall.ENOENT)
	}
	dir, prefix, base := splitPath(name)
	if namesFile(st, name) {
		base, _ = cutRole(base)
	}
	entries, err := st.list(dir)
	if err != nil {
		return nil, err
	}
	set := &fileSet{name: name, base: prefix + base}
	seen := false
	for _, entry := range entries {
		if b, role := cutRole(entry); b == base && role != roleNone {
			set.add(prefix+entry, role)
			seen = true
		}
	}
	return set, set.check(seen)
}

// namesFile reports whether a name is that of a file, but for the suffix that
// compression may have added.
func namesFile(st storage, name string) bool {
	if st.readable(name) {
		return true
	}
	return slices.ContainsFunc(expand.Suffixes(), func(s string) bool { return st.readable(name + s) })
}

// add puts a file in its place; a plain file is preferred to a compressed one.
func (s *fileSet) add(path string, role int) {
	switch role {
	case logfile.RoleMeta:
		s.meta = preferPlain(s.meta, path)
	case logfile.RoleIndex:
		s.index = preferPlain(s.index, path)
	default:
		i, found := slices.BinarySearchFunc(s.volumes, role, func(v volumeFile, num int) int {
			return cmp.Compare(v.num, num)
		})
		if !found {
			s.volumes = slices.Insert(s.volumes, i, volumeFile{num: role})
		}
		s.volumes[i].path = preferPlain(s.volumes[i].path, path)
	}
}

func preferPlain(old, path string) string {
	if _, suffix := expand.CutSuffix(path); old != "" && suffix != "" {
		return old
	}
	return path
}

func (s *fileSet) check(seen bool) error {
	switch {
	case s.meta != "" && len(s.volumes) > 0:
		return nil
	case seen:
		return libpcp.ErrLogFile
	}
	return libpcp.Errno(syscall.ENOENT)
}

// openFile opens a file of an archive and expands it if its name says that it
// is compressed. If it is no longer there it may have been compressed since it
// was found, or expanded.
func openFile(ctx context.Context, st storage, path string) (expand.File, error) {
	f, err := openPath(ctx, st, path)
	if !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	plain, was := expand.CutSuffix(path)
	for _, suffix := range append([]string{""}, expand.Suffixes()...) {
		if suffix == was {
			continue
		}
		if f, err := openPath(ctx, st, plain+suffix); !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	}
	return nil, err
}

func openPath(ctx context.Context, st storage, path string) (expand.File, error) {
	under, err := st.open(path)
	if err != nil {
		return nil, err
	}
	f := &watchedFile{File: under, path: path}
	_, suffix := expand.CutSuffix(path)
	if suffix == "" {
		return f, nil
	}
	expanded, err := expand.Open(ctx, f, suffix)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return expanded, nil
}
