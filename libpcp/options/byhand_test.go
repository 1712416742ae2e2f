package options

import (
	"context"
	"errors"
	"io/fs"
	"testing"

	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

// TestByHand opens sources whose fields a program has set.
func TestByHand(t *testing.T) {
	ctx := context.Background()
	for _, s := range []Source{{Kind: Host, Host: "host:port:@"}, {Host: "host:port:@"}} {
		_, err := s.Open(ctx)
		var malformed *pmcd.HostSpecError
		if !errors.As(err, &malformed) {
			t.Errorf("malformed host: %v", err)
		}
	}
	for _, s := range []Source{{Kind: Archive, Archives: "/no/such"}, {Archives: "/no/such"}} {
		if _, err := s.Open(ctx); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("archive that is not there: %v", err)
		}
	}
	host := pmcdtest.Listen(t, pmcdtest.Serve(sourcetest.NewMemory(3), pmcdtest.AllFeatures))
	s := Source{Host: host}
	c, err := s.Open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if names, err := c.Traverse(ctx, ""); err != nil || len(names) < 3 {
		t.Errorf("got %q, %v", names, err)
	}
	here := Source{Kind: Local}
	if err := here.LoadDerived("/no/such"); err == nil {
		t.Error("derived metrics that are not there")
	}
	local, err := here.Open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	local.Close()
}
