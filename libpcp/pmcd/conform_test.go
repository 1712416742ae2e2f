package pmcd_test

import (
	"context"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/world"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

// dial connects through d, or fails the test.
func dial(t testing.TB, d pmcd.Dialer) *pmcd.Client {
	t.Helper()
	c, err := d.Dial(context.Background(), "pcp://fake")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// TestFakeSource runs the conformance suite on a client of a fake pmcd, with
// all of the newer parts of the protocol and without them.
func TestFakeSource(t *testing.T) {
	for _, test := range []struct {
		name     string
		features pdu.Features
	}{
		{"all features", pmcdtest.AllFeatures},
		{"no features", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			sourcetest.Run(t, func(t testing.TB) libpcp.Source {
				script := pmcdtest.Serve(sourcetest.NewMemory(300), test.features)
				return dial(t, pmcd.Dialer{NetDial: pmcdtest.Pipe(t, script)})
			})
		})
	}
}

// TestSource runs it on a client of a pmcd of PCP.
func TestSource(t *testing.T) {
	need.PCP(t)
	world.Start(t).Setenv(t)
	for _, spec := range []string{"local:", "localhost"} {
		t.Run(spec, func(t *testing.T) {
			sourcetest.Run(t, func(t testing.TB) libpcp.Source {
				c, err := pmcd.Dial(context.Background(), spec)
				if err != nil {
					t.Fatal(err)
				}
				return c
			})
		})
	}
}
