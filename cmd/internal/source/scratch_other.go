//go:build !unix

package source

import "os"

// removeAfter returns what removes a directory.
func removeAfter(dir string) (remove func()) { return func() { os.RemoveAll(dir) } }
