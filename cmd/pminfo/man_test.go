package main

import (
	"testing"

	"pcptools/cmd/internal/manpage"
	"pcptools/libpcp/release"
)

func TestManPage(t *testing.T) { manpage.Check(t, "pminfo", new(pminfo).Spec(release.Release{})) }
