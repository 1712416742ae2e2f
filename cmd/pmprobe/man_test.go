package main

import (
	"pcptools/libpcp/release"
	"testing"

	"pcptools/cmd/internal/manpage"
)

func TestManPage(t *testing.T) { manpage.Check(t, "pmprobe", new(pmprobe).Spec(release.Release{})) }
