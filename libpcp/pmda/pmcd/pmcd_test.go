package pmcd_test

import (
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda/pmcd"
	"pcptools/libpcp/pmda/simple"
)

func TestSource(t *testing.T) {
	sourcetest.Run(t, func(testing.TB) libpcp.Source {
		return local.New(local.Config{},
			local.Agent{Domain: 2, Name: "pmcd", New: pmcd.New},
			local.Agent{Domain: 253, Name: "simple", New: simple.New})
	})
}
