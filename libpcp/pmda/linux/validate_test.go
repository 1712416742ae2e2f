package linux_test

import (
	"testing"

	"pcptools/libpcp/pmda/linux"
	"pcptools/libpcp/release"
)

// TestValidate is what the agent's Validated relies on.
func TestValidate(t *testing.T) {
	for _, version := range release.Reproduced() {
		if err := linux.NewFor(release.Of(version)).Validate(); err != nil {
			t.Errorf("%v: %v", version, err)
		}
	}
}
