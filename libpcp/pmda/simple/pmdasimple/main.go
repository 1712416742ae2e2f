// Pmdasimple is the simple agent as a daemon for pmcd.
package main

import (
	"os"

	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/simple"
)

func main() { os.Exit(pmda.Main(simple.New())) }
