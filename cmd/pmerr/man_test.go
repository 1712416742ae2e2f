package main

import (
	"testing"

	"pcptools/cmd/internal/manpage"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
)

// The word --help is looked for in no table.
func TestManPage(t *testing.T) {
	manpage.Check(t, "pmerr", new(pmerr).Spec(release.Release{}), getopt.HelpOption())
}
