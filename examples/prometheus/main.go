// Prometheus serves metrics at http://localhost:9191/metrics by the client library of
// Prometheus, for a program that has metrics of its own there: those at and below names,
// of a pmcd or, with -L, of this host without one. It is a module of its own, so that
// pcptools needs no such library; examples/exporter does without it.
//
//	cd examples/prometheus && go run . -L kernel.all disk.dev
//	cd examples/prometheus && go run . -host HOST kernel.all disk.dev
package main

import (
	"context"
	"flag"
	"log"
	"net/http"
	"strings"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"pcptools/libpcp"
	"pcptools/libpcp/pcp"
)

func main() {
	host := flag.String("host", "local:", "the pmcd")
	local := flag.Bool("L", false, "measure this host without a pmcd")
	listen := flag.String("listen", "localhost:9191", "the address of the server")
	flag.Parse()
	kind := pcp.Host
	if *local {
		kind, *host = pcp.Local, ""
	}
	c, err := pcp.Open(context.Background(), kind, *host)
	if err != nil {
		log.Fatal(err)
	}
	x, err := newCollector(context.Background(), c, flag.Args()...)
	if err != nil {
		log.Fatal(err)
	}
	prometheus.MustRegister(x)
	http.Handle("/metrics", promhttp.Handler())
	log.Fatal(http.ListenAndServe(*listen, nil))
}

// A collector is a prometheus.Collector of a group of metrics.
type collector struct {
	mu   sync.Mutex // a Context serves one goroutine at a time
	c    *libpcp.Context
	g    *libpcp.Group
	help map[string]string // of metrics
}

// newCollector collects the metrics at and below nodes of the name space.
func newCollector(ctx context.Context, c *libpcp.Context, nodes ...string) (*collector, error) {
	x := &collector{c: c, help: make(map[string]string)}
	names, err := c.Traverse(ctx, nodes...)
	if err != nil {
		return nil, err
	}
	if x.g, err = c.Group(ctx, names...); x.g == nil {
		return nil, err
	}
	for _, name := range names {
		x.help[name], _ = x.g.Text(ctx, name, libpcp.TextOneLine) // not all have one
	}
	return x, nil
}

// Describe implements prometheus.Collector: which metrics there are changes.
func (x *collector) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector. After a failure the next one connects again.
func (x *collector) Collect(out chan<- prometheus.Metric) {
	x.mu.Lock()
	defer x.mu.Unlock()
	s, err := x.g.Fetch(context.Background())
	if err != nil {
		out <- prometheus.NewInvalidMetric(prometheus.NewDesc("pcp", "the source", nil, nil), err)
		x.c.Reconnect(context.Background()) // or the next one fails, too
		return
	}
	for name, readings := range s.Metrics() {
		desc, err := x.g.Desc(name)
		if err != nil || !desc.Type.Numeric() {
			continue
		}
		kind := prometheus.GaugeValue
		if desc.Sem == libpcp.SemCounter {
			kind = prometheus.CounterValue
		}
		var label []string
		if desc.InDom != libpcp.NullInDom {
			label = []string{"instname"}
		}
		family := prometheus.NewDesc(strings.ReplaceAll(name, ".", "_"), x.help[name], label, nil)
		for _, r := range readings {
			values := []string{r.Instance}[:len(label)]
			out <- prometheus.MustNewConstMetric(family, kind, r.Float64(), values...)
		}
	}
}
