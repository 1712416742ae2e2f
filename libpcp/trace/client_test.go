package trace

import (
	"errors"
	"net"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/libpcp/internal/pdu"
)

// agent is a scripted trace agent: it greets, and answers each event as answer
// says; 0 is no answer, and closed the end of the connection.
type agent struct {
	listener net.Listener
	greeting int32
	answer   func(pdu.TraceData) int32
	events   chan pdu.TraceData
}

const closed = 1 << 20

func startAgent(t *testing.T, greeting int32, answer func(pdu.TraceData) int32) *agent {
	t.Helper()
	need.Loopback(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	a := &agent{listener: l, greeting: greeting, answer: answer, events: make(chan pdu.TraceData, 100000)}
	go a.serve()
	return a
}

func (a *agent) serve() {
	for {
		conn, err := a.listener.Accept()
		if err != nil {
			return
		}
		go a.talk(conn)
	}
}

func (a *agent) talk(conn net.Conn) {
	defer conn.Close()
	if a.greeting != 0 {
		conn.Write((&pdu.TraceAck{Code: a.greeting}).Append(nil))
	}
	for {
		_, b, err := pdu.Read(conn, nil, 1000)
		if err != nil {
			return
		}
		var e pdu.TraceData
		if e.Decode(b) != nil {
			return
		}
		a.events <- e
		if !e.Ack || a.answer == nil {
			continue
		}
		switch code := a.answer(e); code {
		case 0:
		case closed:
			return
		default:
			conn.Write((&pdu.TraceAck{Code: code}).Append(nil))
		}
	}
}

func (a *agent) client() *Client { return clientOf(a.listener) }

// clientOf is a client that waits long for what a busy machine does late.
func clientOf(l net.Listener) *Client {
	return &Client{
		Host: "127.0.0.1", Port: l.Addr().(*net.TCPAddr).Port,
		ConnectLimit: time.Minute, RequestLimit: time.Minute,
		LookupEnv: func(string) (string, bool) { return "", false },
	}
}

func kindOf(e pdu.TraceData) int32 { return int32(e.Kind) }

func TestEvents(t *testing.T) {
	a := startAgent(t, version, kindOf)
	c := a.client()
	defer c.Close()
	for _, call := range []func() error{
		func() error { return c.Begin("t") },
		func() error { return c.End("t") },
		func() error { return c.Transact("t", 250*time.Millisecond) },
		func() error { return c.Point("p") },
		func() error { return c.Observe("o", 2.5) },
		func() error { return c.Counter("c", 7) },
	} {
		if err := call(); err != nil {
			t.Fatal(err)
		}
	}
	if e := <-a.events; e.Kind != pdu.TraceTransact || e.Tag != "t" || e.Value < 0 || e.Value > 60 || !e.Ack {
		t.Errorf("%+v", e)
	}
	for _, want := range []pdu.TraceData{
		{Kind: pdu.TraceTransact, Ack: true, Value: 0.25, Tag: "t"},
		{Kind: pdu.TracePoint, Ack: true, Value: -1, Tag: "p"},
		{Kind: pdu.TraceObserve, Ack: true, Value: 2.5, Tag: "o"},
		{Kind: pdu.TraceCounter, Ack: true, Value: 7, Tag: "c"},
	} {
		if e := <-a.events; e != want {
			t.Errorf("%+v, not %+v", e, want)
		}
	}
}

// An agent that is lost is hidden from the program and found again; a
// transaction survives that.
func TestReconnect(t *testing.T) {
	var drop atomic.Bool
	drop.Store(true)
	a := startAgent(t, version, func(e pdu.TraceData) int32 {
		if drop.Swap(false) {
			return closed
		}
		return kindOf(e)
	})
	c := a.client()
	c.Reconnect = []time.Duration{time.Nanosecond}
	defer c.Close()
	for i, call := range []func() error{
		func() error { return c.Begin("t") },
		func() error { return c.Point("lost") },
		func() error { return c.Point("found") },
		func() error { return c.End("t") },
	} {
		if err := call(); err != nil {
			t.Errorf("call %d: %v", i, err)
		}
	}
	for _, want := range []string{"lost", "found", "t"} {
		if e := <-a.events; e.Tag != want {
			t.Errorf("%+v, not %s", e, want)
		}
	}
	// Until the wait is over, events are lost without a connection.
	c.Reconnect, c.set = []time.Duration{time.Hour, time.Nanosecond}, nil
	drop.Store(true)
	for range 100 {
		if err := c.Point("x"); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(a.events); n != 1 {
		t.Errorf("%d events, not 1", n)
	}
}

// A hostile or silent agent costs no more than the time limits.
func TestHostileAgent(t *testing.T) {
	for name, test := range map[string]struct {
		greeting int32
		want     error
	}{
		"silent":     {0, ErrTimeout},
		"version":    {2, ErrVersion},
		"permission": {int32(ErrPermission), ErrPermission},
	} {
		a := startAgent(t, test.greeting, nil)
		c := a.client()
		if test.want == ErrTimeout {
			c.ConnectLimit = 50 * time.Millisecond
		}
		if err := c.Point("p"); err != test.want {
			t.Errorf("%s: %v, not %v", name, err, test.want)
		}
	}
	a := startAgent(t, version, nil) // never answers
	c := a.client()
	c.RequestLimit = 50 * time.Millisecond
	if err := c.Point("p"); err != nil {
		t.Errorf("no answer: %v", err)
	}
	a = startAgent(t, version, func(pdu.TraceData) int32 { return 99 })
	c = a.client()
	if err := c.Point("p"); err != nil || c.conn != nil {
		t.Errorf("wrong answer: %v", err)
	}
}

func TestAsynchronous(t *testing.T) {
	a := startAgent(t, version, nil)
	c := a.client()
	c.Asynchronous = true
	const events = 5000
	sent := 0
	for range events {
		switch err := c.Observe("o", float64(sent)); {
		case err == nil:
			sent++
		case !errors.Is(err, syscall.EAGAIN):
			t.Fatal(err)
		}
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	for i := range sent {
		if e := <-a.events; e.Ack || e.Value != float64(i) {
			t.Fatalf("event %d: %+v", i, e)
		}
	}
	c = a.client()
	c.Asynchronous = true
	for i := range 3 { // each alone, with nothing behind it
		if err := c.Observe("o", float64(i)); err != nil {
			t.Fatal(err)
		}
		select {
		case e := <-a.events:
			if e.Value != float64(i) {
				t.Errorf("event %d: %+v", i, e)
			}
		case <-time.After(time.Minute):
			t.Fatalf("event %d is not sent", i)
		}
	}
	c.Close()
	c = a.client()
	c.Asynchronous, c.Port = true, 1
	for range 2 {
		if err := c.Point("p"); err != ErrIPC {
			t.Errorf("no agent: %v", err)
		}
	}
}

// An agent that does not read costs events, never time.
func TestStalled(t *testing.T) {
	need.Loopback(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		if conn, err := l.Accept(); err == nil {
			conn.Write((&pdu.TraceAck{Code: version}).Append(nil))
			<-ended // or the collector would close it
			conn.Close()
		}
	}()
	c := clientOf(l)
	c.Asynchronous, c.RequestLimit = true, time.Hour
	for i := 0; ; i++ {
		if err := c.Point(strings.Repeat("x", maxTag)); errors.Is(err, syscall.EAGAIN) {
			break
		} else if err != nil || i > 10_000_000 {
			t.Fatalf("event %d: %v", i, err)
		}
	}
	if n := c.Dropped(); n != 1 {
		t.Errorf("%d events were dropped, want 1", n)
	}
	c.conn.Close()
	c.Close()
}

func TestSettings(t *testing.T) {
	vars := map[string]string{
		"PCP_TRACE_HOST": "far", "PCP_TRACE_PORT": "77", "PCP_TRACE_TIMEOUT": "1.5",
		"PCP_TRACE_REQTIMEOUT": "x", "PCP_TRACE_RECONNECT": "1,2.5", "PCP_TRACE_NOAGENT": "",
	}
	var warnings strings.Builder
	c := &Client{Warnings: &warnings, LookupEnv: func(name string) (string, bool) {
		v, ok := vars[name]
		return v, ok
	}}
	s := c.settings()
	if s.host != "far" || s.port != 77 || s.connect != 1500*time.Millisecond || s.reply != 10*time.Second || !s.noAgent {
		t.Errorf("%+v", s)
	}
	if s.wait(0) != time.Second || s.wait(1) != 2500*time.Millisecond || s.wait(9) != 2500*time.Millisecond {
		t.Errorf("waits %v", s.reconnect)
	}
	if warnings.String() != "trace warning: bogus PCP_TRACE_REQTIMEOUT.\n" {
		t.Errorf("warnings %q", warnings.String())
	}
	if err := errors.Join(c.Begin("a"), c.End("a"), c.Point("b")); err != nil {
		t.Errorf("without an agent: %v", err)
	}
}

// An asynchronous event allocates nothing. Nor does the agent that it goes to,
// whose memory would count.
func TestAllocations(t *testing.T) {
	c := clientOf(discard(t))
	c.Asynchronous = true
	defer c.Close()
	c.Point("p")
	if n := testing.AllocsPerRun(1000, func() { c.Point("p") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// discard is where an agent listens that greets one client and reads what comes.
func discard(t testing.TB) net.Listener {
	t.Helper()
	need.Loopback(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		buf := make([]byte, 1<<20)
		conn.Write((&pdu.TraceAck{Code: version}).Append(nil))
		for err == nil {
			_, err = conn.Read(buf)
		}
	}()
	return l
}

func BenchmarkAsynchronous(b *testing.B) {
	c := clientOf(discard(b))
	c.Asynchronous = true
	defer c.Close()
	b.ReportAllocs()
	for b.Loop() {
		c.Point("point")
	}
}
