//go:build linux

package peak

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	Main()
	os.Exit(m.Run())
}

func TestDo(t *testing.T) {
	for _, test := range []struct {
		script  string
		limit   time.Duration
		status  int
		crashed bool
	}{
		{"echo out; echo err >&2; exit 3", time.Minute, 3, false},
		{"kill -9 $$", time.Minute, -9, true},
		{"while :; do :; done", time.Second, 0, true},
		{"echo 'panic: x\n\ngoroutine 1 [running]:' >&2; exit 2", time.Minute, 2, true},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), test.limit)
		r := Do(ctx, t, exec.Command("/bin/sh", "-c", test.script))
		cancel()
		if r.Status != test.status || r.Crashed() != test.crashed || r.Peak > 100<<20 {
			t.Errorf("%s: %+v", test.script, r)
		}
	}
	some := make([]byte, 64<<20) // that do not count
	for i := range some {
		some[i] = 1
	}
	if r := Do(t.Context(), t, exec.Command("/bin/true")); r.Peak == 0 || r.Peak > 32<<20 {
		t.Errorf("/bin/true: %d bytes beside %d", r.Peak, len(some))
	}
}
