// Pmdaproc is the proc agent as a daemon for pmcd.
package main

import (
	"os"

	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/proc"
)

func main() { os.Exit(pmda.Main(proc.New())) }
