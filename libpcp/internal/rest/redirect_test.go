package rest

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp"
)

// TestRedirects: a request that is redirected goes nowhere else, to no other
// port, protection or path, whatever the HTTP client would do.
func TestRedirects(t *testing.T) {
	need.Loopback(t)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("%s %s got there, with %q", r.Method, r.URL, r.Header.Get("Authorization"))
	}))
	defer elsewhere.Close()
	var status int
	var location string
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/pmapi/context" {
			t.Errorf("%s %s got there", r.Method, r.URL)
		}
		w.Header().Set("Location", location)
		w.WriteHeader(status)
	})
	plain, secure := httptest.NewServer(handler), httptest.NewTLSServer(handler)
	defer plain.Close()
	defer secure.Close()
	for _, server := range []*httptest.Server{plain, secure} {
		base, _, err := ParseAddress(strings.Replace(server.URL, "://", "://me:secret@", 1))
		if err != nil {
			t.Fatal(err)
		}
		own := server.Client()
		own.CheckRedirect = func(*http.Request, []*http.Request) error { return nil }
		c := &Client{Base: base, HTTP: own}
		for _, status = range []int{301, 302, 303, 307, 308} {
			for _, location = range []string{elsewhere.URL + "/x", "/x", "//" + strings.TrimPrefix(server.URL, "https://") + "/x"} {
				for what, err := range map[string]error{
					"GET":  c.Get(t.Context(), "/pmapi/context", nil, Into(new(any))),
					"POST": c.Post(t.Context(), "/pmapi/context", url.Values{"expr": {"x"}}, Into(new(any))),
				} {
					if libpcp.Code(err) != libpcp.ErrIPC || !strings.Contains(err.Error(), "redirected to ") || strings.Contains(err.Error(), "secret") {
						t.Errorf("%s, %d to %s: %v", what, status, location, err)
					}
				}
			}
		}
	}
}
