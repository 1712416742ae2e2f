// Pmdalinux is the agent for the kernel's metrics as a daemon; see package
// linux. It remains root, if root runs it, as it enters containers.
package main

import (
	"os"

	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/linux"
)

func main() {
	d := pmda.Daemon{Agent: linux.New(), User: "root"}
	os.Exit(d.Main())
}
