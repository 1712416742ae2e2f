//go:build unix

// Acme is the example of the programmer's guide of PCP for memory mapped
// values: a factory that publishes how many products it made, how long each
// took, and how long the others waited for the machine. It runs until
// interrupted; the mmv agent reports its metrics:
//
//	go run ./examples/acme &
//	pminfo -m mmv.acme
//	pmval -f2 -s3 mmv.acme.products.time
package main

import (
	"context"
	"log"
	"math/rand/v2"
	"os"
	"os/signal"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/mmv"
)

// products is the instance domain.
var products = &mmv.InDom{
	Serial:    61,
	Instances: []mmv.Instance{{ID: 0, Name: "Anvils"}, {ID: 1, Name: "Rockets"}, {ID: 2, Name: "Giant_Rubber_Bands"}},
	OneLine:   "Acme products",
	Help:      "Most popular products produced by the Acme Corporation",
}

var factory = mmv.File{
	Name:    "acme",
	Cluster: 321,
	InDoms:  []*mmv.InDom{products},
	Metrics: []mmv.Metric{{
		Name: "products.count", Item: 7,
		Type: mmv.TypeU64, Sem: libpcp.SemCounter, Units: libpcp.Count, InDom: products,
		OneLine: "Acme factory product throughput",
		Help: "Monotonic increasing counter of products produced in the Acme Corporation\n" +
			"factory since starting the Acme production application.  Quality guaranteed.",
	}, {
		Name: "products.time", Item: 8,
		Type: mmv.TypeU64, Sem: libpcp.SemCounter, Units: libpcp.Microsec, InDom: products,
		OneLine: "Machine time spent producing Acme products",
		Help: "Machine time spent producing Acme Corporation products.  Does not include\n" +
			"time in queues waiting for production machinery.",
	}, {
		Name: "products.queuetime", Item: 10,
		Type: mmv.TypeU64, Sem: libpcp.SemCounter, Units: libpcp.Microsec, InDom: products,
		OneLine: "Queued time while producing Acme products",
		Help: "Time spent in the queue waiting to build Acme Corporation products,\n" +
			"while some other Acme product was being built instead of this one.",
	}},
}

// A product holds the metrics of one product.
type product struct{ count, machine, queue *mmv.Number[uint64] }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	w, err := mmv.Create(&factory)
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()
	var all []product
	for _, i := range products.Instances {
		p, err := find(w, i.Name)
		if err != nil {
			log.Fatal(err)
		}
		all = append(all, p)
	}
	for ctx.Err() == nil {
		makeOne(all, rand.IntN(len(all)), time.Duration(rand.IntN(50000))*time.Microsecond)
	}
}

func find(w *mmv.Writer, name string) (p product, err error) {
	if p.count, err = mmv.Find[uint64](w, "products.count", name); err != nil {
		return p, err
	}
	if p.machine, err = mmv.Find[uint64](w, "products.time", name); err != nil {
		return p, err
	}
	p.queue, err = mmv.Find[uint64](w, "products.queuetime", name)
	return p, err
}

// makeOne works on a product, while the others are queued.
func makeOne(all []product, n int, working time.Duration) {
	time.Sleep(working)
	us := uint64(working.Microseconds())
	all[n].count.Inc()
	all[n].machine.Add(us)
	for i, p := range all {
		if i != n {
			p.queue.Add(us)
		}
	}
}
