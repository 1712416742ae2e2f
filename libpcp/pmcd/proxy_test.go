package pmcd_test

import (
	"bufio"
	"context"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/pmcd"
)

func TestProxy(t *testing.T) {
	var got string
	script := func(c *pmcdtest.Conn) {
		in := bufio.NewReader(c)
		version, _ := in.ReadString('\n')
		io.WriteString(c, "pmproxy-server 1\n")
		target, _ := in.ReadString('\n')
		got = version + target
		c.Greet(pmcdtest.AllFeatures)
		c.Wait()
	}
	d := pmcd.Dialer{NetDial: pmcdtest.Pipe(t, script)}
	for spec, want := range map[string]string{
		"host:1@proxy":        "host 1\n",
		"host@proxy":          "host 44321\n",
		"[::1]:70000@proxy:5": "::1 70000\n",
	} {
		c, err := d.Dial(context.Background(), spec)
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		c.Close()
		if want = "pmproxy-client 1\n" + want; got != want {
			t.Errorf("%s: sent %q, want %q", spec, got, want)
		}
	}
}

func TestProxyFaults(t *testing.T) {
	say := func(text string) pmcdtest.Script {
		return func(c *pmcdtest.Conn) {
			io.WriteString(c, text)
			if text != "" {
				return
			}
			c.Wait()
		}
	}
	for _, test := range []struct {
		name, says string
		want       libpcp.Error
		within     time.Duration
	}{
		{"another version", "pmproxy-server 2\n", libpcp.ErrIPC, 0},
		{"no line", "pmproxy-server", libpcp.ErrIPC, 0},
		{"a line without end", string(make([]byte, 1000)), libpcp.ErrIPC, 0},
		{"an end", "pmproxy-server 1\n", libpcp.ErrIPC, 0},
		{"silence", "", libpcp.ErrTimeout, 10 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := pmcd.Dialer{NetDial: pmcdtest.Pipe(t, say(test.says))}
				start := time.Now()
				_, err := d.Dial(context.Background(), "host@proxy")
				if libpcp.Code(err) != test.want || time.Since(start) != test.within {
					t.Errorf("got %v after %v, want %v after %v", err, time.Since(start), test.want, test.within)
				}
			})
		})
	}
}
