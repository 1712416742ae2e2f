// Pmdatrivial is the trivial agent as a daemon for pmcd.
package main

import (
	"os"

	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/trivial"
)

func main() {
	d := pmda.Daemon{Agent: trivial.New(), Options: "DdlU"}
	os.Exit(d.Main())
}
