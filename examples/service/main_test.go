//go:build unix

package main

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
)

func TestCount(t *testing.T) {
	m, err := newMetrics(filepath.Join(t.TempDir(), "service"))
	if err != nil {
		t.Fatal(err)
	}
	defer m.close()
	h := m.count(http.NotFoundHandler())
	for range 3 {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	}
	if n := m.requests.Value(); n != 3 || m.busy.Value() <= 0 {
		t.Errorf("%d requests in %v", n, m.busy.Value())
	}
	metrics{}.count(http.NotFoundHandler()).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
}
