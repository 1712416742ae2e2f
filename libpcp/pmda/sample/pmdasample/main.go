// Pmdasample is the sample agent as a daemon for pmcd, as of the release of
// PCP on this host.
package main

import (
	"fmt"
	"os"

	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/sample"
	"pcptools/libpcp/release"
)

func main() {
	rel, err := release.Choose(os.LookupEnv)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(pmda.Main(sample.NewFor(rel)))
}
