package records

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/storage"
	"pcptools/libpcp/internal/expand"
	"pcptools/libpcp/internal/logfile"
)

// fileSet is the files of one archive.
type fileSet struct {
	name    string // as it was given or found
	base    string // without what makes it that of one of the files
	meta    string
	index   string // or ""
	volumes []volumeFile
}

type volumeFile struct {
	num  int
	path string
}

// expandList turns the argument of -a into the names of single archives.
func expandList(st storage.Files, list string) ([]string, error) {
	if list == "" {
		return nil, libpcp.ErrLogFile
	}
	trimmed := strings.TrimSuffix(list, ",")
	var names []string
	for name := range strings.SplitSeq(trimmed, ",") {
		entries, err := st.List(name)
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

// listing is the files of archives in directories. It lists each directory once.
type listing struct {
	storage.Files
	dirs map[string]map[string][]archiveFile // by directory, and by base name there
}

// archiveFile is an entry of a directory that is a file of an archive.
type archiveFile struct {
	name string
	role int
}

func newListing(st storage.Files) *listing {
	return &listing{Files: st, dirs: make(map[string]map[string][]archiveFile)}
}

// files is the files of archives in a directory.
func (l *listing) files(dir string) (map[string][]archiveFile, error) {
	if files := l.dirs[dir]; files != nil {
		return files, nil
	}
	entries, err := l.List(dir)
	if err != nil {
		return nil, err
	}
	files := make(map[string][]archiveFile)
	for _, entry := range entries {
		if base, role := storage.CutRole(entry); role != storage.RoleNone {
			files[base] = append(files[base], archiveFile{entry, role})
		}
	}
	l.dirs[dir] = files
	return files, nil
}

// find finds the files of the archive that a name stands for: its base
// name or any of its files.
func (l *listing) find(name string) (*fileSet, error) {
	if name == "" {
		return nil, libpcp.Errno(syscall.ENOENT)
	}
	dir, prefix, base := storage.SplitPath(name)
	if namesFile(l.Files, name) {
		base, _ = storage.CutRole(base)
	}
	files, err := l.files(dir)
	if err != nil {
		return nil, err
	}
	set := &fileSet{name: name, base: prefix + base}
	for _, f := range files[base] {
		set.add(prefix+f.name, f.role)
	}
	return set, set.check(len(files[base]) > 0)
}

// namesFile reports whether a name names a file, except for the suffix that
// compression may have added.
func namesFile(st storage.Files, name string) bool {
	return st.Readable(name) || slices.ContainsFunc(expand.Suffixes(), func(s string) bool { return st.Readable(name + s) })
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
func openFile(ctx context.Context, st storage.Files, path string) (expand.File, error) {
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

func openPath(ctx context.Context, st storage.Files, path string) (expand.File, error) {
	under, err := st.Open(path)
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
