package trace_test

import (
	"bytes"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/pmdatest"
	agent "pcptools/libpcp/pmda/trace"
	"pcptools/libpcp/trace"
)

// TestAgent has a program report events of each kind, and asks for everything that the
// agent knows then: its settings are those of its options or the default ones.
func TestAgent(t *testing.T) {
	need.Loopback(t)
	port := freePort(t)
	a := pmdatest.Open(t, agent.New(&agent.Options{Port: port, Observe: libpcp.KByte, Counter: libpcp.Millisec}))
	if text := a.Printed("trace.point.count"); text != "\ntrace.point.count\nNo value(s) available!\n" {
		t.Errorf("before any event: %q", text)
	}
	program := &trace.Client{Host: "127.0.0.1", Port: port}
	defer program.Close()
	for _, err := range []error{
		program.Transact("work", 250*time.Millisecond), program.Transact("work", 750*time.Millisecond), program.Transact("rest", 2*time.Second),
		program.Point("here"), program.Observe("fill", 12.5), program.Observe("fill", 7), program.Counter("bytes", 1e6),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var got strings.Builder
	for _, name := range a.Metrics() {
		got.WriteString(a.Described(name) + " " + a.Text(name))
		if text := a.Printed(name); strings.HasSuffix(name, "_time") || strings.HasSuffix(name, ".rate") {
			got.WriteString("\n") // in a period that has not ended
		} else if _, values, _ := strings.Cut(text, name); name != "trace.control.port" {
			got.WriteString(values)
		} else {
			got.WriteString("\n")
		}
	}
	if diff := cmp.Diff(wantMetrics, got.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if total := a.Values("trace.transact.total_time"); len(total) != 2 || total["work"].Float64() != 1 || total["rest"].Float64() != 2 {
		t.Errorf("total times: %v", total)
	}
	if n := a.Value("trace.control.port").Int64(); n != int64(port) {
		t.Errorf("port %d, not %d", n, port)
	}
	a.Store("trace.control.debug", "", libpcp.Int32Atom(7))
	if n := a.Value("trace.control.debug").Int64(); n != 7 {
		t.Errorf("debug: %d", n)
	}
	a.Store("trace.control.reset", "", libpcp.Uint32Atom(1))
	if left := a.Values("trace.transact.count"); len(left) != 0 {
		t.Errorf("after a reset: %v", left)
	}
}

// TestAdmission has programs that may not report events, or not over so many
// connections, and one that sends no events.
func TestAdmission(t *testing.T) {
	need.Loopback(t)
	for rule, want := range map[string][2]error{
		"disallow:localhost": {trace.ErrPermission, trace.ErrPermission},
		"allow:127.*:1":      {nil, trace.ErrConnLimit},
		"allow:*:2":          {nil, nil},
	} {
		o := agent.Options{Port: freePort(t)}
		if err := o.Access.Add(rule); err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		s := pmda.NewService(agent.New(&o), 10, pmda.NewLogger(&log, "test"))
		if err := s.Open(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i := range want {
			program := &trace.Client{Host: "127.0.0.1", Port: o.Port}
			defer program.Close()
			if err := program.Point("here"); !errors.Is(err, want[i]) {
				t.Errorf("%s: program %d: %v, want %v", rule, i, err, want[i])
			}
		}
		s.Close()
		late := &trace.Client{Host: "127.0.0.1", Port: o.Port}
		if err := late.Point("here"); err == nil {
			t.Errorf("%s: an event is taken after the end", rule)
		}
	}
}

// freePort is a port of this machine at which nothing listens.
func freePort(t *testing.T) int {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

const wantMetrics = `trace.transact.count PMID: 10.0.0 Data Type: 64-bit unsigned int InDom: 10.0 0x2800000 Semantics: counter Units: count transactions that have ended
    inst [1 or "work"] value 2
    inst [2 or "rest"] value 1
trace.transact.rate PMID: 10.0.1 Data Type: float InDom: 10.0 0x2800000 Semantics: instant Units: count / sec transactions per second in the period
trace.transact.ave_time PMID: 10.0.2 Data Type: float InDom: 10.0 0x2800000 Semantics: instant Units: sec / count average time of a transaction in the period
trace.transact.min_time PMID: 10.0.3 Data Type: float InDom: 10.0 0x2800000 Semantics: instant Units: sec time of the shortest transaction in the period
trace.transact.max_time PMID: 10.0.4 Data Type: float InDom: 10.0 0x2800000 Semantics: instant Units: sec time of the longest transaction in the period
trace.transact.total_time PMID: 10.0.5 Data Type: double InDom: 10.0 0x2800000 Semantics: counter Units: sec time of all transactions
trace.point.count PMID: 10.0.6 Data Type: 64-bit unsigned int InDom: 10.1 0x2800001 Semantics: counter Units: count times that the point was passed
    inst [1 or "here"] value 1
trace.point.rate PMID: 10.0.7 Data Type: float InDom: 10.1 0x2800001 Semantics: instant Units: count / sec times per second that the point was passed, in the period
trace.observe.count PMID: 10.0.8 Data Type: 64-bit unsigned int InDom: 10.2 0x2800002 Semantics: counter Units: count observations
    inst [1 or "fill"] value 2
trace.observe.rate PMID: 10.0.9 Data Type: float InDom: 10.2 0x2800002 Semantics: instant Units: count / sec observations per second in the period
trace.observe.value PMID: 10.0.10 Data Type: double InDom: 10.2 0x2800002 Semantics: instant Units: Kbyte value of the last observation
    inst [1 or "fill"] value 7
trace.counter.count PMID: 10.0.17 Data Type: 64-bit unsigned int InDom: 10.3 0x2800003 Semantics: counter Units: count reports of the counter
    inst [1 or "bytes"] value 1
trace.counter.rate PMID: 10.0.18 Data Type: float InDom: 10.3 0x2800003 Semantics: instant Units: count / sec reports of the counter per second in the period
trace.counter.value PMID: 10.0.19 Data Type: double InDom: 10.3 0x2800003 Semantics: counter Units: millisec last value of the counter
    inst [1 or "bytes"] value 1000000
trace.control.period PMID: 10.0.11 Data Type: 32-bit unsigned int InDom: PM_INDOM_NULL 0xffffffff Semantics: discrete Units: sec length of the period
    value 60
trace.control.interval PMID: 10.0.12 Data Type: 32-bit unsigned int InDom: PM_INDOM_NULL 0xffffffff Semantics: discrete Units: sec length of a bucket
    value 12
trace.control.buckets PMID: 10.0.13 Data Type: 32-bit unsigned int InDom: PM_INDOM_NULL 0xffffffff Semantics: discrete Units: none number of buckets in the period
    value 5
trace.control.port PMID: 10.0.14 Data Type: 32-bit unsigned int InDom: PM_INDOM_NULL 0xffffffff Semantics: discrete Units: none TCP port that programs connect to
trace.control.reset PMID: 10.0.15 Data Type: 32-bit unsigned int InDom: PM_INDOM_NULL 0xffffffff Semantics: discrete Units: none store anything here to forget all events
    value 1
trace.control.debug PMID: 10.0.16 Data Type: 32-bit int InDom: PM_INDOM_NULL 0xffffffff Semantics: discrete Units: none debugging flags, which have no effect
    value 0
`
