//go:build !unix

package access

import "os"

// Readable is nil if a file or directory can be read.
func Readable(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	return f.Close()
}

// Executable is nil if a program can be run, as far as its being there says.
func Executable(name string) error {
	_, err := os.Stat(name)
	return err
}
