//go:build unix

// Service is a program that shows its own metrics: a web server that counts
// requests and measures the time they take. On a machine with the mmv PMDA,
//
//	go run ./examples/service
//	pminfo -f mmv.service
package main

import (
	"fmt"
	"log"
	"net/http"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/mmv"
)

func main() {
	m, err := newMetrics("service")
	if err != nil {
		log.Print("no metrics: ", err) // the server works without
	}
	defer m.close()
	http.Handle("/", m.count(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "hello") })))
	log.Fatal(http.ListenAndServe("localhost:8080", nil))
}

// metrics are what the server shows. The zero value shows nothing.
type metrics struct {
	file     *mmv.Writer
	requests *mmv.Number[uint64]
	busy     *mmv.Timer
}

func newMetrics(name string) (m metrics, err error) {
	m.file, err = mmv.Create(&mmv.File{
		Name:    name,
		Cluster: 42,
		Metrics: []mmv.Metric{
			{Name: "requests", Item: 0, Type: mmv.TypeU64, Sem: libpcp.SemCounter, Units: libpcp.Count, OneLine: "requests answered"},
			{Name: "busy", Item: 1, Type: mmv.Elapsed, OneLine: "time spent on answers"},
		},
	})
	if err != nil {
		return metrics{}, err
	}
	if m.requests, err = mmv.Find[uint64](m.file, "requests", ""); err == nil {
		m.busy, err = m.file.Timer("busy", "")
	}
	return m, err
}

func (m metrics) close() {
	if m.file != nil {
		m.file.Close()
	}
}

// count is a handler that counts what another answers.
func (m metrics) count(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		h.ServeHTTP(w, r)
		m.busy.Add(time.Since(start))
		m.requests.Inc()
	})
}
