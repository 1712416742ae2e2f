//go:build !unix

package tool

import "os"

// terminalSize is the size of a terminal, 0 if it is unknown.
func terminalSize(*os.File) (columns, rows int) { return 0, 0 }
