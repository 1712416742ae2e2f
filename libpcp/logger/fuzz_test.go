package logger

import (
	"context"
	"net"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// FuzzReply lets a pmlogger answer anything.
func FuzzReply(f *testing.F) {
	state := libpcp.ValueSet{PMID: 1, Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: 0x2710f}}}
	f.Add((&pdu.Result{Sets: []libpcp.ValueSet{state}}).Append(nil))
	f.Add((&pdu.Error{Code: libpcp.ErrPermission}).Append(nil))
	f.Add((&pdu.Error{Code: 3}).Append(nil))
	f.Add((&pdu.LogStatus{PMCDHost: "vm", Start: time.Unix(1, 2)}).Append(nil))
	f.Add((&pdu.LogStatusV2{PMCDHost: "vm", Start: time.Unix(1, 2)}).Append(nil))
	f.Fuzz(func(t *testing.T, reply []byte) {
		ask(reply, func(c *Client, ctx context.Context) {
			list, err := c.Enquire(ctx, Metric{ID: 1})
			if err == nil && (len(list) != 1 || list[0].ID != 1) {
				t.Errorf("%+v", list)
			}
		})
		ask(reply, func(c *Client, ctx context.Context) { c.Status(ctx) })
		ask(reply, func(c *Client, ctx context.Context) {
			if n, err := c.NewVolume(ctx); err == nil && n < 0 {
				t.Errorf("volume %d", n)
			}
		})
		ask(reply, func(c *Client, ctx context.Context) { c.handshake(ctx, 0) })
	})
}

// ask has a client make a request to which the other side answers with reply
// and the end of the connection.
func ask(reply []byte, request func(*Client, context.Context)) {
	near, far := net.Pipe()
	go func() {
		buf := make([]byte, 4096)
		go func() {
			for {
				if _, err := far.Read(buf); err != nil {
					return
				}
			}
		}()
		far.Write(reply)
		far.Close()
	}()
	c := &Client{conn: near, limit: 10 * time.Second}
	request(c, context.Background())
	c.Close()
	near.Close()
}

// FuzzMap reads port map files.
func FuzzMap(f *testing.F) {
	f.Add([]byte("44600\nvm\n/var/log/pcp/pmlogger/vm/20261122\nnote\n"))
	f.Add([]byte("0\n"))
	f.Add([]byte(""))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, ok := parseMap(text)
		if ok && (p.Port <= 0 || p.Port > 65535) {
			t.Errorf("%q: port %d", text, p.Port)
		}
	})
}
