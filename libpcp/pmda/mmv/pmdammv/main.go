// Pmdammv is the agent for memory mapped values as a daemon; see package mmv.
package main

import (
	"os"

	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/mmv"
)

func main() { os.Exit(pmda.MainOf(mmv.NewFor)) }
