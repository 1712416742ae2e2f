package sourcetest_test

import (
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

func TestMemory(t *testing.T) {
	sourcetest.Run(t, func(testing.TB) libpcp.Source { return sourcetest.NewMemory(10) })
}
