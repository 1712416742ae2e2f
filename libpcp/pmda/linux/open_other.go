//go:build !linux

package linux

import "os"

func openText(path string) (*os.File, error) { return os.Open(path) }
