//go:build !linux

package proc

import "os"

func openFile(path string) (*os.File, error) { return os.Open(path) }
