package complete

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"pcptools/libpcp/archive"
	"pcptools/libpcp/getopt"
)

// archives are the archives and directories in the directory that text starts with.
func (c *completer) archives(text string) (dir string, items []item) {
	dir = text[:strings.LastIndexByte(text, '/')+1]
	path := dir
	if rest, ok := strings.CutPrefix(dir, "~/"); ok && c.u.Stem == "" {
		home, _ := c.inv.LookupEnv("HOME")
		path = home + "/" + rest
	}
	hidden := strings.HasPrefix(text[len(dir):], ".")
	for _, e := range entries(path) {
		name := e.Name()
		if strings.HasPrefix(name, ".") && !hidden {
			continue
		}
		if base, ok := archive.NameOf(name); ok {
			items = append(items, item{text: base})
		} else if isDir(path, e) {
			items = append(items, item{text: name + "/", open: true})
		}
	}
	return dir, items
}

// zones are the time zones and groups of them in the group that text starts
// with. In the directory of zones their names, and no others, start with a
// capital letter.
func zones(inv *getopt.Invocation, text string) (dir string, items []item) {
	dir = text[:strings.LastIndexByte(text, '/')+1]
	if strings.Contains("/"+dir, "/../") || strings.HasPrefix(dir, "/") {
		return dir, nil
	}
	root, ok := inv.LookupEnv("TZDIR")
	if !ok {
		root = "/usr/share/zoneinfo"
	}
	path := filepath.Join(root, dir)
	for _, e := range entries(path) {
		name := e.Name()
		switch {
		case name[0] < 'A' || name[0] > 'Z':
		case isDir(path, e):
			items = append(items, item{text: name + "/", open: true})
		default:
			items = append(items, item{text: name})
		}
	}
	return dir, items
}

// entries lists a directory, in no order.
func entries(path string) []fs.DirEntry {
	f, err := os.Open(cmp.Or(path, "."))
	if err != nil {
		return nil
	}
	defer f.Close()
	list, _ := f.ReadDir(tooMany)
	return list
}

func isDir(path string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(filepath.Join(path, e.Name()))
	return err == nil && info.IsDir()
}
