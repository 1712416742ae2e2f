package tests

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/world"
)

// TestAgentUnderPmcd runs an agent of ours that supplies its own names under
// PCP's pmcd, and looks at it with PCP's tools.
func TestAgentUnderPmcd(t *testing.T) {
	need.PCP(t)
	w := extraWorld(t, world.Extra{Name: "test", Domain: 360, Program: testAgent(t, "pmdatest"), Channel: "pipe"})
	for _, c := range agentTranscript {
		got := genuine(t, w, strings.Fields(c.line))
		if diff := cmp.Diff(strings.TrimPrefix(c.want, "\n"), strings.TrimPrefix(got, "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.line, diff)
		}
	}
	if got, want := genuine(t, w, []string{"pmprobe", "-v", "test.user"}), strconv.Itoa(os.Getuid()); !strings.Contains(got, `"`+want+`"`) {
		t.Errorf("user: %s", got)
	}
	t.Run("busy", func(t *testing.T) { testBusy(t, w) })
	log, err := os.ReadFile(filepath.Join(w.Dir, "log", "pmcd", "test.log"))
	if err != nil || !strings.Contains(string(log), "panic: fetched") || !strings.Contains(string(log), "panic: stored") {
		t.Errorf("log: %v\n%s", err, log)
	}
	t.Run("slow", func(t *testing.T) { testSlow(t, w) })
}

// testBusy has the agent be not ready for a while.
func testBusy(t *testing.T, w *world.World) {
	for _, words := range [][]string{
		{"pmprobe", "-v", "test.busy"}, {"pminfo", "-t", "test.busy"}, {"pminfo", "-d", "test.busy"},
		{"pminfo", "-l", "test.busy"}, {"pmstore", "test.busy", "1"},
	} {
		again := ""
		for ms := 300; ms < 100_000 && !strings.Contains(again, "Try again"); ms *= 5 { // on a busy machine it may be ready by then
			genuine(t, w, []string{"pmstore", "test.busy", strconv.Itoa(ms)})
			again = genuine(t, w, words)
			awaitReady(t, w)
		}
		if !strings.Contains(again, "Try again") {
			t.Errorf("busy: %s: %s", words, again)
		}
	}
}

func awaitReady(t *testing.T, w *world.World) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; {
		got := genuine(t, w, []string{"pmprobe", "-v", "test.busy"})
		if got == "test.busy 1 0\n" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("not ready any more: %s", got)
		}
	}
}

// testSlow has pmcd give up on the agent, which the end of the world ends. The
// client is told.
func testSlow(t *testing.T, w *world.World) {
	if got := genuine(t, w, []string{"pmprobe", "-v", "test.sleep"}); !strings.HasPrefix(got, "test.sleep -") {
		t.Errorf("slow: %s", got)
	}
	if got := genuine(t, w, []string{"pmprobe", "-v", "sample.long.one"}); got != "sample.long.one 1 1\n" {
		t.Errorf("other agents: %s", got)
	}
}

// agentTranscript is what PCP's tools print.
var agentTranscript = []struct{ line, want string }{
	{"pminfo test", `
test.events.low
test.events.high
test.param.text
test.param.number
test.param.member
test.queue.records
test.queue.put
test.panic.fetch
test.panic.store
test.sleep
test.busy
test.user
test.events.types
test.types.i32
test.types.u32
test.types.i64
test.types.u64
test.types.float
test.types.double
test.types.string
test.types.aggregate
`},
	{"pminfo test.queue", "test.queue.records\ntest.queue.put\n"},
	{"pminfo -dm test.param.member test.busy", `
test.param.member PMID: 360.0.10
    Data Type: 64-bit int  InDom: 360.3 0x5a000003
    Semantics: discrete  Units: none

test.busy PMID: 360.0.8
    Data Type: 32-bit int  InDom: PM_INDOM_NULL 0xffffffff
    Semantics: discrete  Units: millisec
`},
	{"pminfo -tT test.panic.fetch", `
test.panic.fetch [always panics]
Help:
Panics when it is fetched.
`},
	{"pminfo -x test.events.low", lowEvents},
	{"pminfo -x test.events.high", highEvents},
	{"pminfo -x test.events.types", typedEvents},
	{"pmstore test.panic.store 1", "test.panic.store: new value=\"1\" pmStore: Generic error, already reported above\nexit status 1\n"},
	{"pmprobe -v test.panic.fetch test.busy", "test.panic.fetch -12345 Generic error, already reported above\ntest.busy 1 0\n"},
}

const lowEvents = `
test.events.low
    value [4 event records (5 missed) timestamps 22:13:20.123...22:13:22.123]
    --- event record [0] timestamp 22:13:20.123 flags 0x1 (point) ---
    test.param.text (360.0.2)
        value "first"
    --- event record [1] timestamp 22:13:21.123 flags 0x1a (start,id,parent) ---
    test.param.number (360.0.3)
        value -1
    test.param.number (360.0.3)
        value 1099511627776
    test.param.text (360.0.2)
        value ""
    --- event record [2] timestamp 22:13:22.123 flags 0x80000000 (missed) ---
        ==> 5 missed event records
    --- event record [3] timestamp 22:13:23.123 flags 0x4 (end) ---
`

// With high resolution PCP's tool does not find out how many were missed.
const highEvents = `
test.events.high
    value [4 event records timestamps 22:13:20.123456789...22:13:22.123456789]
    --- event record [0] timestamp 22:13:20.123456789 flags 0x1 (point) ---
    test.param.text (360.0.2)
        value "first"
    --- event record [1] timestamp 22:13:21.123456789 flags 0x1a (start,id,parent) ---
    test.param.number (360.0.3)
        value -1
    test.param.number (360.0.3)
        value 1099511627776
    test.param.text (360.0.2)
        value ""
    --- event record [2] timestamp 22:13:22.123456789 flags 0x80000000 (missed) ---
        ==> 0 missed event records
    --- event record [3] timestamp 22:13:23.123456789 flags 0x4 (end) ---
`

const typedEvents = `
test.events.types
    value [1 event record timestamp 22:13:20.123]
    --- event record [0] timestamp 22:13:20.123 flags 0x1 (point) ---
    test.types.i32 (360.0.13)
        value -5
    test.types.u32 (360.0.14)
        value 4000000000
    test.types.i64 (360.0.15)
        value -1099511627776
    test.types.u64 (360.0.16)
        value 9223372036854775808
    test.types.float (360.0.17)
        value 1.5
    test.types.double (360.0.18)
        value -0.25
    test.types.string (360.0.19)
        value "some words"
    test.types.aggregate (360.0.20)
        value [010203ff00]
`
