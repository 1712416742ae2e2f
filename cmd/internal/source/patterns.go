package source

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"pcptools/libpcp/archive"
)

// archiveNames are the archives that a name stands for: itself, the archives in a
// directory, else in those in it, or the archives that match a pattern, by their own names or the names
// of their files. A pattern may also match directories, for all archives in them.
func archiveNames(name string) (names []string, err error) {
	if !strings.ContainsAny(name, "*?[") {
		if !isDirectory(name) {
			return []string{name}, nil
		}
		if names, err = archivesIn(name, "*", false); err == nil && len(names) == 0 { // but a directory for each host
			names, err = archivesIn(name, "*", true)
		}
		if err == nil && len(names) == 0 {
			err = errors.New("no archives in this directory")
		}
		return names, err
	}
	dir, pattern := filepath.Split(name)
	if _, err := filepath.Match(pattern, ""); err != nil {
		return nil, errors.New("not a pattern of file names")
	}
	dirs, err := filepath.Glob(filepath.Clean(dir))
	if err != nil {
		return nil, errors.New("not a pattern of file names")
	}
	for _, dir := range dirs {
		some, err := archivesIn(dir, pattern, true)
		if err != nil {
			return nil, err
		}
		if names = append(names, some...); len(names) > maxNames {
			return nil, errTooMany()
		}
	}
	if len(names) == 0 {
		return nil, errors.New("no archive matches")
	}
	return names, nil
}

// archivesIn are the archives in a directory that match a pattern; with below
// also those in its directories that match.
func archivesIn(dir, pattern string, below bool) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch base, isArchive := archive.NameOf(e.Name()); {
		case isArchive && (matches(pattern, base) || matches(pattern, e.Name()) || matches(pattern, base+".index") || matches(pattern, base+".0")):
			names = append(names, filepath.Join(dir, base))
		case below && matches(pattern, e.Name()) && isDirectory(path):
			some, err := archivesIn(path, "*", false)
			if err != nil {
				return nil, err
			}
			names = append(names, some...)
		}
	}
	return names, nil
}

// matches matches a name that is hidden only if the pattern begins with a dot,
// too.
func matches(pattern, name string) bool {
	ok, _ := filepath.Match(pattern, name)
	return ok && (name[0] != '.' || pattern[0] == '.')
}

func isDirectory(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
