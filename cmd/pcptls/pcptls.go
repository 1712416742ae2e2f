//go:build unix

// Pcptls speaks TLS with a pmcd for one connection of a tool, which starts it.
// It is no tool itself, and has no options and no page.
package main

import (
	"fmt"
	"os"

	"pcptools/libpcp/pmcd/pcps"
	"pcptools/libpcp/pmcd/pcptls"
)

func main() {
	if len(os.Args) == 2 {
		if err := pcptls.Serve(os.Args[1], pcps.Client); err == nil {
			return
		}
	}
	fmt.Fprintln(os.Stderr, "pcptls: the tools of pcptools start this program where a connection uses TLS")
	os.Exit(1)
}
