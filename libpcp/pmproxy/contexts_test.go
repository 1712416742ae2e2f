package pmproxy_test

import (
	"context"
	"net/url"
	"os"
	"syscall"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmproxy"
)

// testContexts opens what host specifications can name: pmcds, and containers
// there; but not archives.
func testContexts(t *testing.T, address string) {
	ctx := context.Background()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	host := "localhost:" + os.Getenv("PMCD_PORT")
	for spec, want := range map[string]libpcp.Error{
		host: 0, host + "?container=some": 0, "": 0, "local:": 0,
		"/var/lib/pcp/testsuite/archives/20180102": libpcp.ErrNotHost,
		"localhost:1":   libpcp.Errno(syscall.ECONNREFUSED),
		"localhost:abc": libpcp.ErrGeneric,
	} {
		u.RawQuery = url.Values{"hostspec": {spec}}.Encode()
		c, err := pmproxy.Dial(ctx, u.String())
		if libpcp.Code(err) != want {
			t.Errorf("%q: %v, want %v", spec, err, want)
		}
		if err != nil {
			continue
		}
		if name := sourcetest.Direct(c).HostName(ctx); name != "world.example" {
			t.Errorf("%q: host %q", spec, name)
		}
		c.Close()
	}
}
