// Pmdalinux is the agent for the kernel's metrics as a daemon; see package
// linux.
package main

import (
	"os"

	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/linux"
)

func main() { os.Exit(pmda.Main(linux.New())) }
