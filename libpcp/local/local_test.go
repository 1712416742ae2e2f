package local_test

import (
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda/simple"
	"pcptools/libpcp/pmda/trivial"
)

func open(testing.TB) libpcp.Source {
	return local.New(local.Config{},
		local.Agent{Domain: 253, New: simple.New},
		local.Agent{Domain: 250, New: trivial.New})
}

func TestSource(t *testing.T) { sourcetest.Run(t, open) }
