package proc

import (
	"fmt"
	"os"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/local"
)

// TestDelays has how long this process has waited for a processor, which
// /proc/PID/schedstat has too. Asked for alone and first, the metric has no
// processes, as in PCP.
func TestDelays(t *testing.T) {
	need.Root(t, "the kernel gives the statistics of processes to nobody else")
	s := openStatistics()
	defer s.close()
	if s.family == 0 {
		need.Skip(t, "needs a kernel with taskstats")
	}
	t.Setenv("PROC_STATSPATH", "")
	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 3, Name: "proc", New: New}))
	defer c.Close()
	ids, err := c.Lookup(t.Context(), "proc.delayacct.cpu_time", "proc.delayacct.blkio_time", "proc.psinfo.pid")
	if err != nil {
		t.Fatal(err)
	}
	alone, err := c.Fetch(t.Context(), ids[:1])
	if err != nil {
		t.Fatal(err)
	}
	if n, err := len(alone.Sets[0].Values), alone.Sets[0].Err; n > 0 || err != nil {
		t.Errorf("alone: %d values, %v", n, err)
	}
	least := waited(t)
	result, err := c.Fetch(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	most := waited(t)
	for i, set := range result.Sets[:2] {
		for _, v := range set.Values {
			if v.Inst != int32(os.Getpid()) {
				continue
			}
			atom, err := libpcp.Extract(set.Format, v, libpcp.TypeU64, libpcp.TypeU64)
			if got := atom.Uint64(); err != nil || i == 0 && (got < least || got > most) {
				t.Errorf("%d: %d ns, %v; want %d to %d", i, got, err, least, most)
			}
			least, most = 0, 0
		}
	}
	if most > 0 {
		t.Error("no value")
	}
}

// waited is how many nanoseconds the first thread of this process has waited.
func waited(t *testing.T) (ns uint64) {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", os.Getpid()))
	if err != nil {
		t.Fatal(err)
	}
	var ran uint64
	if _, err := fmt.Sscan(string(text), &ran, &ns); err != nil {
		t.Fatal(err)
	}
	return ns
}

// TestAttribute has attributes that are cut short, or longer than they are.
func TestAttribute(t *testing.T) {
	whole := []byte{8, 0, 1, 0, 'a', 'b', 'c', 'd', 5, 0, 3, 0x80, 'e', 0, 0, 0}
	if got := string(attribute(whole, 3)); got != "e" {
		t.Errorf("got %q, want e", got)
	}
	for _, b := range [][]byte{nil, whole[:7], whole[:11], {0, 0, 3, 0}, {9, 0, 3, 0, 'a'}, whole[:8]} {
		if got := attribute(b, 3); got != nil {
			t.Errorf("%x: got %q", b, got)
		}
	}
}
