package tests

import (
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/world"
	"pcptools/tests/internal/conform"
)

// TestSecure compares the tools on worlds with TLS and passwords.
func TestSecure(t *testing.T) {
	need.PCP(t)
	need.File(t, world.PasswordTool)
	for _, test := range []struct {
		folder string
		pmcd   []string
	}{
		{folder: "secure"},
		{folder: "secure-passwords", pmcd: []string{"-S"}},
		{folder: "secure-certificates", pmcd: []string{"-Q"}},
	} {
		t.Run(test.folder, func(t *testing.T) {
			conformance(t, test.folder, conform.Options{
				Live:  true,
				World: world.Options{Secure: true, Pmcd: test.pmcd},
			})
		})
	}
}
