package metricset

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed builtin.conf
var builtin string

// A Library lists the places of named reports, the first to be searched first; the
// built-in reports come last.
type Library []string

// Standard lists the places of pmrep's configuration: files of the user, then
// files of the directory in which PCP is configured.
func Standard(home, sysconf string) Library {
	var l Library
	if home != "" {
		l = append(l, filepath.Join(home, ".pmrep.conf"), filepath.Join(home, "pcp/pmrep.conf"))
	}
	return append(l, filepath.Join(sysconf, "pmrep/pmrep.conf"), filepath.Join(sysconf, "pmrep"))
}

// An UnknownError is the error for an unknown name of a report.
type UnknownError struct{ Name string }

func (e UnknownError) Error() string { return "there is no report :" + e.Name }

// Find reads a report.
func (l Library) Find(name string) (*Set, error) {
	for _, place := range append(slices.Clone(l), "") {
		if set, err := find(place, name); set != nil || err != nil {
			return set, err
		}
	}
	return nil, UnknownError{name}
}

// Names are the names of all reports, in order.
func (l Library) Names() []string {
	var names []string
	for _, place := range append(slices.Clone(l), "") {
		for _, f := range files(place) {
			for _, s := range f.sections {
				if s.err == nil && !special(s.name) {
					names = append(names, s.name)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func special(name string) bool { return name == "options" || name == "global" }

// file is a file that was read.
type file struct {
	name     string
	sections []*section
}

// find looks for a report in a place: the last of that name counts, and the last
// [options].
func find(place, name string) (*Set, error) {
	if special(name) {
		return nil, nil
	}
	var options, found *section
	from := ""
	for _, f := range files(place) {
		for _, s := range f.sections {
			switch {
			case s.name == "options" && s.err == nil:
				options = s
			case s.name == name:
				found, from = s, f.name
			}
		}
	}
	if found == nil {
		return nil, nil
	}
	return read(from, options, found)
}

// maxFiles is how many files of a directory are read.
const maxFiles = 256

// files reads the files of a place: a file, the files .conf of a directory in the
// order of their names, or the built-in file.
func files(place string) []file {
	if place == "" {
		return []file{{"built in", parse("built in", builtin)}}
	}
	names := []string{place}
	if info, err := os.Stat(place); err == nil && info.IsDir() {
		names, _ = filepath.Glob(filepath.Join(place, "*.conf"))
		names = names[:min(len(names), maxFiles)]
	}
	var list []file
	left := int64(maxBytes)
	for _, name := range names {
		text, err := readFile(name, left)
		left -= int64(len(text))
		switch {
		case errors.Is(err, os.ErrNotExist):
		case err != nil:
			list = append(list, file{name, []*section{{err: err}}})
		default:
			list = append(list, file{name, parse(name, text)})
		}
	}
	return list
}

// readFile reads a regular file that is not longer than what is left.
func readFile(name string, left int64) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait for a writer
		return "", fmt.Errorf("%s is no file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	var text strings.Builder
	if n, err := io.Copy(&text, io.LimitReader(f, left+1)); err != nil || n > left {
		return "", fmt.Errorf("%s cannot be read, or is longer, with the files before it, than %d bytes", name, maxBytes)
	}
	return text.String(), nil
}
