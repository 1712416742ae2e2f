package pmproxy_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"path"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmproxy"
)

// A program reads metrics of a host behind a pmproxy. HTTP is for settings such as
// certificates; here it leads to answers of a pmproxy.
func ExampleDialer_Dial() {
	ctx := context.Background()
	d := pmproxy.Dialer{HTTP: &http.Client{Transport: answers{
		"context": `{"context":7,"hostspec":"web1","labels":{"hostname":"web1"}}`,
		"metric":  `{"context":7,"metrics":[{"name":"hinv.ncpu","pmid":"60.0.32","type":"u32","sem":"discrete","units":"none"}]}`,
		"fetch":   `{"timestamp":1717243200.0,"values":[{"pmid":"60.0.32","instances":[{"instance":null,"value":8}]}]}`,
	}}}
	client, err := d.Dial(ctx, "http://gateway:44322?hostspec=web1")
	if err != nil {
		log.Fatal(err)
	}
	c := libpcp.NewContext(client)
	defer c.Close()
	g, err := c.Group(ctx, "hinv.ncpu")
	if err != nil {
		log.Fatal(err)
	}
	s, err := g.Fetch(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Float64("hinv.ncpu"))
	// Output:
	// 8 <nil>
}

// answers has the answer for the last part of a path.
type answers map[string]string

func (a answers) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(a[path.Base(r.URL.Path)])), Request: r}, nil
}
