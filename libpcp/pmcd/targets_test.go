package pmcd

import (
	"strings"
	"testing"
)

func TestTargets(t *testing.T) {
	t.Setenv("PMCD_SOCKET", "/tmp/s")
	t.Setenv("PMCD_PORT", "1,2")
	for spec, want := range map[string]string{
		"local:":            "socket /tmp/s, port 1 of localhost, port 2 of localhost",
		"unix:":             "socket /tmp/s",
		"unix:///x/y":       "socket /x/y",
		"h":                 "port 1 of h, port 2 of h",
		"pcp://h:77,78":     "port 77 of h, port 78 of h",
		"h:77@p:99":         "port 99 of p",
		"h@p":               "port 44322 of p",
		"pcp://h:x":         "",
		"":                  "",
		"localhost:4?foo=1": "port 4 of localhost",
	} {
		if got := strings.Join(Targets(spec), ", "); got != want {
			t.Errorf("%q: %q, want %q", spec, got, want)
		}
	}
}
