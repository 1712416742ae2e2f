package fleet

import (
	"bytes"
	"testing"
	"time"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// TestSummary counts who answered and, of a query of series, hosts.
func TestSummary(t *testing.T) {
	for _, test := range []struct {
		source options.Source
		want   string
	}{
		{options.Source{Kind: options.Host}, "x: 1 of 2 hosts answered in 2.5 s\n"},
		{options.Source{Kind: options.Archive}, "x: 1 of 2 archives answered in 2.5 s\n"},
		{options.Source{Kind: options.Archive, Series: "kernel.all.load"}, "x: 1 of 2 hosts reported\n"},
	} {
		var out bytes.Buffer
		f := Fleet{source: &test.source}
		members := []*Member{{Name: "a"}, {Name: "b", failure: libpcp.ErrName}}
		err := f.summarize(&tool.Env{Name: "x", Stderr: &out}, members, 2500*time.Millisecond)
		if want := test.want + "  Unknown metric name: b\n"; out.String() != want || err != tool.Exit(1) {
			t.Errorf("%v\n%swant\n%s", err, out.String(), want)
		}
	}
}
