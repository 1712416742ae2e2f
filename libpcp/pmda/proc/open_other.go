//go:build !linux

package proc

import "os"

// directory opens the files in a directory. Their paths end with a NUL.
type directory struct{ path string }

func openDirectory(path string) directory { return directory{path} }

func (directory) close() {}

func (d directory) open(path []byte) (*os.File, error) { return os.Open(d.file(path)) }

// link returns where a symbolic link leads, nothing if it cannot be read.
func (d directory) link(path, _ []byte) []byte {
	to, _ := os.Readlink(d.file(path))
	return []byte(to)
}

func (d directory) file(path []byte) string { return d.path + "/" + string(path[:len(path)-1]) }

// subdirectories is about how many a directory has, 0 if that is not known.
func subdirectories(string) int { return 0 }

// eachName calls f for the names in a directory.
func eachName(dir string, f func(name []byte)) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	for _, name := range names {
		f([]byte(name))
	}
	return err
}
