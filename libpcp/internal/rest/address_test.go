package rest_test

import (
	"strings"
	"testing"

	"pcptools/libpcp/internal/rest"
)

// TestAddress has what is an address of a pmproxy and what is not.
func TestAddress(t *testing.T) {
	for address, want := range map[string]string{
		"http://gw": "http://gw:44322", "http://gw/": "http://gw:44322", "http://gw:": "http://gw:44322", "https://[::1]:": "https://[::1]", "https://gw": "https://gw", "http://[::1]:8": "http://[::1]:8",
		"https://u:p@gw:1?hostspec=db": "https://u:p@gw:1",
		"ftp://gw":                     "", "http://": "", "http://gw/pmapi": "", "http://gw?container=x": "", "http://gw:port": "", "http://gw#x": "",
	} {
		u, query, err := rest.ParseAddress(address, "hostspec")
		if got := u.String(); err == nil && got != want || (err != nil) != (want == "") {
			t.Errorf("%s: got %v, %v; want %q", address, u, err, want)
		}
		if got := query.Get("hostspec"); err == nil && strings.Contains(address, "?") != (got == "db") {
			t.Errorf("%s: host specification %q", address, got)
		}
		if strings.Contains(address, "?") {
			continue
		}
		if _, _, err := rest.ParseAddress(strings.Replace(address, "://", "://me:secret@", 1) + "/x"); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
}
