// Pmdasample is the sample agent as a daemon for pmcd.
package main

import (
	"os"

	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/sample"
)

func main() { os.Exit(pmda.MainOf(sample.NewFor)) }
