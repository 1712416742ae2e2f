package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"pcptools/cmd/internal/tool"
	"pcptools/internal/need"
)

// TestTimeouts asks a pmproxy whose answers never come, or never end, and a pmcd
// that is silent after its greeting, with the limits that options and the
// environment set.
func TestTimeouts(t *testing.T) {
	need.Loopback(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/context") && r.URL.Query().Get("hostspec") != "silent" {
			io.WriteString(w, `{"context":7,"hostspec":"h","labels":{}}`)
			return
		}
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, "       "); err != nil {
				return
			}
			w.(http.Flusher).Flush()
			time.Sleep(10 * time.Millisecond)
		}
	}))
	defer server.Close()
	stalled := stalledPMCD(t)
	const timeout = "Timeout waiting for a response from PMCD"
	for _, test := range []struct {
		environ, args string
		want          string
	}{
		{"PMCD_REQUEST_TIMEOUT=0.2", "-h URL", "Error: x: " + timeout},
		{"PMCD_REQUEST_TIMEOUT=0.2", "-h URL?hostspec=silent", "pminfo: Cannot connect to PMCD on host \"URL?hostspec=silent\": " + timeout},
		{"", "--timeout=0.2 -h URL", "Error: x: " + timeout},
		{"", "--timeout=0.2 --format=json -h URL", `"symbol":"PM_ERR_TIMEOUT"`},
		{"", "--timeout=0.2 --format=json --hosts=URL", `"symbol":"PM_ERR_TIMEOUT"`},
		{"", "--timeout=0.2 --format=json --hosts=URL?hostspec=silent", `"symbol":"PM_ERR_TIMEOUT"`},
		{"PMCD_REQUEST_TIMEOUT=0.2", "--format=json --hosts=URL", `"symbol":"PM_ERR_TIMEOUT"`},
		{"PMCD_REQUEST_TIMEOUT=0.2", "-h STALLED --search", "pminfo: " + timeout + "\n"},
		{"PMCD_REQUEST_TIMEOUT=0.2", "-h STALLED --search --format=json", "pminfo: " + timeout + "\n"},
		{"PMCD_REQUEST_TIMEOUT=0.2", "--format=json -h URL --from-series=x", "no answer from URL within 200ms"},
		{"PMCD_REQUEST_TIMEOUT=90", "--timeout=0.2 --format=json -h URL --from-series=x", "no answer from URL within 200ms"},
	} {
		var out bytes.Buffer
		env := &tool.Env{Name: "pminfo", Stdout: tool.NewOutput(&out, false), Stderr: &out, Environ: []string{"TZ=UTC", test.environ}}
		words := strings.Fields(strings.NewReplacer("URL", server.URL, "STALLED", stalled).Replace(test.args))
		began := time.Now()
		status := tool.Run(context.Background(), &pminfo{}, env, append(words, "x"))
		if want := strings.ReplaceAll(test.want, "URL", server.URL); status == 0 || !strings.Contains(out.String(), want) {
			t.Errorf("%s %s: status %d\n%swant %s", test.environ, test.args, status, out.String(), want)
		}
		if took := time.Since(began); took > 8*time.Second { // the least of the defaults is ten
			t.Errorf("%s %s: took %v", test.environ, test.args, took)
		}
	}
}

// stalledPMCD returns the address of a pmcd that sends its greeting and nothing
// else.
func stalledPMCD(t *testing.T) string {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Write([]byte{0, 0, 0, 20, 0, 0, 0x70, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0xe, 0x44})
			t.Cleanup(func() { c.Close() })
		}
	}()
	return l.Addr().String()
}
