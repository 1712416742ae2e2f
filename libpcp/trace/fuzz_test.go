package trace

import (
	"bytes"
	"io"
	"net"
	"testing"
	"time"

	"pcptools/libpcp/internal/pdu"
)

// FuzzAgent has an agent answer an event with anything and go: that is no error,
// and the connection is kept only after the right answer.
func FuzzAgent(f *testing.F) {
	for _, code := range []int32{int32(pdu.TracePoint), int32(pdu.TraceCounter), -1, 0} {
		f.Add((&pdu.TraceAck{Code: code}).Append(nil))
	}
	f.Add((&pdu.TraceData{Kind: pdu.TracePoint, Tag: "tag"}).Append(nil))
	f.Add(append((&pdu.TraceAck{Code: int32(pdu.TracePoint)}).Append(nil), 0))
	f.Add([]byte{0, 0, 0, 16})
	f.Fuzz(func(t *testing.T, answer []byte) {
		near, far := net.Pipe()
		defer near.Close()
		go io.Copy(io.Discard, far)
		go func() {
			far.Write(answer)
			far.Close()
		}()
		c := &Client{conn: near, lost: true, set: &settings{reply: 10 * time.Second, reconnect: []time.Duration{time.Hour}}}
		if err := c.Point("tag"); err != nil {
			t.Errorf("got %v", err)
		}
		right := (&pdu.TraceAck{Code: int32(pdu.TracePoint)}).Append(nil)
		pdu.SetFrom(right, 0)
		given := bytes.Clone(answer[:min(len(answer), len(right))])
		if len(given) == len(right) {
			pdu.SetFrom(given, 0)
		}
		if kept := c.conn != nil; kept != bytes.Equal(given, right) {
			t.Errorf("%x: kept: %v", answer, kept)
		}
		c.Close()
	})
}
