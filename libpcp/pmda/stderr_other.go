//go:build !linux

package pmda

import "os"

// redirectStderr has f take the place of standard error, but for what the
// runtime says.
func redirectStderr(f *os.File) error {
	os.Stderr = f
	return nil
}
