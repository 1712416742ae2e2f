package format_test

import (
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

func TestEventSummary(t *testing.T) {
	golden(t, "events.txt", 2, func(t *testing.T, line string, f []string) {
		typ := libpcp.Type(number(t, f[0]))
		v := libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: typ, Data: hexBytes(t, f[1])})
		l := format.Layout{Zone: time.UTC, Width: 3}
		if got := l.AppendValue(nil, libpcp.PointerStatic, v, typ); string(got) != f[2] {
			t.Errorf("%s\n got %s", line, got)
		}
	})
}
