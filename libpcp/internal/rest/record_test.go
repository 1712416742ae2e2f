package rest

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"pcptools/internal/need"
)

// TestOneRecord sends a long address over TLS: a pmproxy that has its first record
// waits for no other.
func TestOneRecord(t *testing.T) {
	need.Loopback(t)
	certified := httptest.NewTLSServer(nil)
	defer certified.Close()
	l, err := tls.Listen("tcp4", "127.0.0.1:0", &tls.Config{Certificates: certified.TLS.Certificates})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for c, err := l.Accept(); err == nil; c, err = l.Accept() {
			answerRecord(c)
		}
	}()
	roots := x509.NewCertPool()
	roots.AddCert(certified.Certificate())
	base := url.URL{Scheme: "https", Host: l.Addr().String()}
	query := url.Values{"series": {strings.Repeat("x", maxQuery)}}
	var n json.Number
	err = (&Client{Base: base, HTTP: NewHTTP(roots)}).Get(context.Background(), "/series/descs", query, Into(&n))
	if err != nil || n != "7" {
		t.Errorf("%s, %v", n, err)
	}
}

// answerRecord answers the request in the first record of a connection.
func answerRecord(c net.Conn) {
	defer c.Close()
	record := make([]byte, 1<<15)
	n, _ := c.Read(record)
	_, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(record[:n])))
	if err != nil {
		io.WriteString(c, "HTTP/1.1 400 Bad Request\r\n\r\n")
		return
	}
	io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n7")
}
