package rest

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp/format"
)

// shady is what a terminal would obey: C0, DEL, C1 and directions.
const shady = "a\x1b]0;x\a\x1b[2J\r\nb\x7f\u009b2J\u202ec\u2066d\u0085"

// TestPrintableErrors: whatever an answer has, its error is one line of
// characters that appear, and is not long.
func TestPrintableErrors(t *testing.T) {
	message, _ := json.Marshal(map[string]any{"message": shady, "success": false})
	line := strings.NewReplacer("\r", "", "\n", "").Replace(shady)
	for name, answer := range map[string]string{
		"message":    "HTTP/1.1 400 Bad Request\r\n\r\n" + string(message),
		"reason":     "HTTP/1.1 400 " + line + "\r\n\r\n",
		"no status":  "HTTP/1.1 " + line + "\r\n\r\n",
		"no HTTP":    line + "\r\n\r\n",
		"header":     "HTTP/1.1 200 OK\r\n" + line + "\r\n\r\n",
		"encoding":   "HTTP/1.1 200 OK\r\nTransfer-Encoding: " + line + "\r\n\r\n",
		"length":     "HTTP/1.1 200 OK\r\nContent-Length: " + line + "\r\n\r\n",
		"redirect":   "HTTP/1.1 307 Go\r\nLocation: http://" + line + "/\r\n\r\n",
		"scheme":     "HTTP/1.1 307 Go\r\nLocation: \u009b2J:x\r\n\r\n",
		"JSON":       "HTTP/1.1 200 OK\r\n\r\n" + line,
		"identifier": "HTTP/1.1 200 OK\r\n\r\n" + `"` + `\u001b[2J\u009b\u202e.0.1"`,
		"long":       "HTTP/1.1 400 " + strings.Repeat("\u202e", 30<<10/3) + "\r\n\r\n",
		"longer":     "HTTP/1.1 400 " + strings.Repeat("x", 1<<20) + "\r\n\r\n",
	} {
		c := &Client{HTTP: NewHTTP(nil), Base: listen(t, answer)}
		err := c.Get(t.Context(), "/", nil, func(body io.Reader) error {
			var id string
			if err := Into(&id)(body); err != nil {
				return err
			}
			_, err := ParsePMID(id)
			return err
		})
		switch {
		case err == nil:
			t.Errorf("%s: no error", name)
		case strings.ContainsFunc(err.Error(), format.TerminalControl):
			t.Errorf("%s: %q", name, err)
		case len(err.Error()) > 4*maxMessage+100:
			t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
		}
	}
}

// listen runs a server whose only answer is some bytes, and returns its address.
func listen(t *testing.T, answer string) (base url.URL) {
	t.Helper()
	need.Loopback(t)
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for c, err := l.Accept(); err == nil; c, err = l.Accept() {
			http.ReadRequest(bufio.NewReader(c))
			io.WriteString(c, answer)
			c.Close()
		}
	}()
	return url.URL{Scheme: "http", Host: l.Addr().String()}
}
