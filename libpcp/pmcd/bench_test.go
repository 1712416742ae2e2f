package pmcd_test

import (
	"context"
	"net"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/pmcd"
)

// endless is a connection on which, after a greeting, the same bytes come for
// ever, as many at a time as answer a batch.
type endless struct {
	net.Conn
	now, again []byte
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.now)
	if e.now = e.now[n:]; len(e.now) == 0 {
		e.now = e.again
	}
	return n, nil
}

func (e *endless) Write(p []byte) (int, error) { return len(p), nil }
func (e *endless) SetDeadline(time.Time) error { return nil }
func (e *endless) Close() error                { return nil }

func benchmarkBatch(b *testing.B, replies []byte, queries ...libpcp.Query) {
	g := pdu.Greeting{Version: pdu.Version, Features: pmcdtest.AllFeatures}
	conn := &endless{now: g.Append(nil), again: replies}
	c := dial(b, pmcd.Dialer{NetDial: func(context.Context, string, string) (net.Conn, error) { return conn, nil }})
	b.ReportAllocs()
	for b.Loop() {
		c.Ask(context.Background(), queries...)
	}
	if f, ok := queries[0].(*libpcp.FetchQuery); ok && f.Err != nil {
		b.Fatal(f.Err)
	}
}

func BenchmarkFetch(b *testing.B) {
	result := setsOf()
	q := new(libpcp.FetchQuery)
	for i := range libpcp.PMID(128) {
		q.IDs = append(q.IDs, i)
		result.Sets = append(result.Sets, libpcp.ValueSet{PMID: i, Values: []libpcp.Value{{Inst: -1, Word: 1}}})
	}
	benchmarkBatch(b, result.Append(nil), q)
}

func BenchmarkTexts(b *testing.B) {
	var queries []libpcp.Query
	var replies []byte
	for i := range libpcp.PMID(256) {
		queries = append(queries, text(libpcp.TextOneLine, i))
		m := pdu.Text{Text: "a line of help text that is about as long as most"}
		replies = m.Append(replies)
	}
	benchmarkBatch(b, replies, queries...)
}
