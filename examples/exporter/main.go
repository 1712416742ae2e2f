// Exporter serves metrics to Prometheus and to others that read its formats, at
// http://localhost:9190/metrics: those at and below names, of a pmcd or, with -L, of
// this host without one.
//
//	go run ./examples/exporter -L kernel.all disk.dev
//	go run ./examples/exporter -host HOST kernel.all disk.dev
package main

import (
	"bytes"
	"context"
	"flag"
	"log"
	"net/http"
	"strings"
	"sync"

	"pcptools/libpcp"
	"pcptools/libpcp/openmetrics"
	"pcptools/libpcp/pcp"
)

func main() {
	host := flag.String("host", "local:", "the pmcd")
	local := flag.Bool("L", false, "measure this host without a pmcd")
	listen := flag.String("listen", "localhost:9190", "the address of the server")
	flag.Parse()
	kind := pcp.Host
	if *local {
		kind, *host = pcp.Local, ""
	}
	x, err := open(context.Background(), kind, *host, flag.Args())
	if err != nil {
		log.Fatal(err)
	}
	http.Handle("/metrics", x)
	log.Fatal(http.ListenAndServe(*listen, nil))
}

// An exporter serves a group of metrics.
type exporter struct {
	mu sync.Mutex // a Context serves one goroutine at a time
	c  *libpcp.Context
	g  *libpcp.Group
}

// open opens the metrics at and below nodes of the name space.
func open(ctx context.Context, kind pcp.Kind, host string, nodes []string) (*exporter, error) {
	c, err := pcp.Open(ctx, kind, host)
	if err != nil {
		return nil, err
	}
	names, err := c.Traverse(ctx, nodes...)
	if err != nil {
		c.Close()
		return nil, err
	}
	g, err := c.Group(ctx, names...)
	if g == nil {
		c.Close()
		return nil, err
	}
	return &exporter{c: c, g: g}, nil // metrics that are missing come when they exist
}

func (x *exporter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	metrics, err := x.metrics(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	format := openmetrics.Prometheus
	if strings.Contains(r.Header.Get("Accept"), "application/openmetrics-text") {
		format = openmetrics.OpenMetrics
	}
	var text bytes.Buffer // which takes all that is written
	e := openmetrics.NewEncoder(&text, format)
	for _, m := range metrics {
		e.Write(m)
	}
	e.Close()
	w.Header().Set("Content-Type", format.ContentType())
	w.Write(text.Bytes())
}

// metrics are the values of now. After a failure, such as a scrape that ended before
// the pmcd had answered, the context connects again.
func (x *exporter) metrics(ctx context.Context) ([]*openmetrics.Metric, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	s, err := x.g.Fetch(ctx)
	if err != nil {
		if err := x.c.Reconnect(ctx); err != nil {
			return nil, err
		}
		if s, err = x.g.Fetch(ctx); err != nil {
			return nil, err
		}
	}
	return openmetrics.OfSample(ctx, x.c, x.g, s), nil
}
