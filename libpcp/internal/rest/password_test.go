package rest

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp"
)

// TestPassword shows a server the user and the password of the address, and
// nobody else in an error.
func TestPassword(t *testing.T) {
	need.Loopback(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			t.Errorf("%s with a password crashes pmproxy 6.0.3", r.Method)
		}
		if user, password, _ := r.BasicAuth(); user != "me" || password != "se:cret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Write([]byte("7"))
	}))
	defer server.Close()
	for user, want := range map[string]error{"me:se%3Acret@": nil, "me:wrong@": libpcp.ErrPermission, "me@": libpcp.ErrPermission, "": libpcp.ErrPermission} {
		base, _, err := ParseAddress(strings.Replace(server.URL, "://", "://"+user, 1))
		if err != nil {
			t.Fatal(err)
		}
		var answer json.Number
		err = (&Client{Base: base, HTTP: NewHTTP(nil)}).Get(context.Background(), "/", nil, Into(&answer))
		if want == nil && (err != nil || answer != "7") || want != nil && (libpcp.Code(err) != want || strings.Contains(err.Error(), "wrong")) {
			t.Errorf("%q: %s, %v", user, answer, err)
		}
		if user == "" {
			continue
		}
		c := &Client{Base: base, HTTP: NewHTTP(nil)}
		if err := c.Post(t.Context(), "/", url.Values{"expr": {"m"}}, Into(&answer)); libpcp.Code(err) != libpcp.Code(want) {
			t.Errorf("%q: a form: %v", user, err)
		}
		if err := c.Post(t.Context(), "/", url.Values{"expr": {strings.Repeat("m", 9000)}}, Into(&answer)); libpcp.Code(err) != libpcp.ErrTooBig {
			t.Errorf("%q: a long form: %v", user, err)
		}
	}
}
