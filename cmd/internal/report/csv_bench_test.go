package report

import (
	"io"
	"testing"
	"time"

	"pcptools/libpcp"
)

// BenchmarkCSV writes samples of ten metrics.
func BenchmarkCSV(b *testing.B) {
	var metrics []Metric
	for range 10 {
		metrics = append(metrics, *metric(atom(libpcp.Uint64Atom(123456789))))
	}
	columns := []Column{Host, Time, Name, PMID, Type, Semantics, Units, Domain, InstanceID, InstanceName, TheValue, ErrorCode, ErrorSymbol, ErrorText}
	enc := New(Options{Format: CSV, Out: io.Discard, Columns: columns, Host: "web"})
	at := time.Unix(1, 0)
	b.ReportAllocs()
	for b.Loop() {
		at = at.Add(time.Second)
		enc.Write(&Sample{Time: at, Metrics: ListOf(metrics...)})
	}
}
