// Pmdaproc is the proc agent as a daemon for pmcd. It remains root, if root runs
// it, and reads what belongs to processes with the rights of the client's user.
package main

import (
	"os"

	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/proc"
)

func main() { os.Exit((&pmda.Daemon{Agent: proc.New(), User: "root"}).Main()) }
