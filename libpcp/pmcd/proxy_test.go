package pmcd_test

import (
	"bufio"
	"context"
	"io"
	"strings"
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
	badVersion := func(line string) string {
		return "Warning: __pmConnectPMCD: bad version string from pmproxy: \"" + line + "\""
	}
	for _, test := range []struct {
		name, says string
		want       libpcp.Error
		within     time.Duration
		warning    string // as PCP's tools print it
	}{
		{"another version", "pmproxy-server 2\n", libpcp.ErrIPC, 0, badVersion("pmproxy-server 2")},
		{"no line", "pmproxy-server", libpcp.ErrIPC, 0, badVersion("pmproxy-server")},
		{"an empty line", "\r", libpcp.ErrIPC, 0, badVersion("")},
		{"a line with a zero byte", "a\x00b\n", libpcp.ErrIPC, 0, badVersion("a")},
		{"a line without end", strings.Repeat("x", 1000), libpcp.ErrIPC, 0, badVersion(strings.Repeat("x", 74))},
		{"an end", "pmproxy-server 1\n", libpcp.ErrIPC, 0, ""},
		{"silence", "", libpcp.ErrTimeout, 10 * time.Second, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var warning string
				d := pmcd.Dialer{NetDial: pmcdtest.Pipe(t, say(test.says)),
					Log: func(priority, text string) { warning += priority + ": " + text }}
				start := time.Now()
				_, err := d.Dial(context.Background(), "host@proxy")
				if warning != test.warning {
					t.Errorf("warning %q, want %q", warning, test.warning)
				}
				if libpcp.Code(err) != test.want || time.Since(start) != test.within {
					t.Errorf("got %v after %v, want %v after %v", err, time.Since(start), test.want, test.within)
				}
			})
		})
	}
}
