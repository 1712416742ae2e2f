//go:build !unix

package options

import "os"

// removeAfter returns what removes a directory.
func removeAfter(dir string) (remove func()) { return func() { os.RemoveAll(dir) } }
