package pipeline

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// TestSummary counts who answered, who lacks values and who failed,
// and names the causes; of a query of series, hosts.
func TestSummary(t *testing.T) {
	for _, test := range []struct {
		source options.Source
		want   string
	}{
		{options.Source{Choice: options.Choice{Kind: options.Host}}, "x: 6 hosts in 2.5 s: 1 answered"},
		{options.Source{Choice: options.Choice{Kind: options.Archive}}, "x: 6 archives in 2.5 s: 1 answered"},
		{options.Source{Choice: options.Choice{Kind: options.Archive, Series: "kernel.all.load"}}, "x: 6 hosts: 1 reported"},
	} {
		var out bytes.Buffer
		f := Fleet{source: &test.source}
		members := []*Session{{Name: "has"}, {Name: "down", ofMany: ofMany{failure: libpcp.ErrTimeout}},
			{Name: "lacks", ofMany: ofMany{partial: true, lack: libpcp.ErrName}},
			{Name: "partly", ofMany: ofMany{partial: true, lack: libpcp.ErrName}}, {Name: "empty"}, {Name: "unmatched"}}
		for _, m := range members {
			m.Strict = new(tool.Strict)
		}
		members[0].Strict.Value()
		members[2].Strict.Failure()
		members[3].Strict.Value()
		members[3].Strict.Failure()
		members[4].Strict.None()
		err := f.count(&tool.Env{Name: "x", Stderr: &out}, members, 2500*time.Millisecond)
		want := test.want + ", 1 in part, 3 without values, 1 failed\n  Unknown metric name: lacks, partly\n" +
			"  no values: empty, unmatched\n  Timeout waiting for a response from PMCD: down\n"
		if out.String() != want || err != tool.Exit(1) {
			t.Errorf("%v\n%swant\n%s", err, out.String(), want)
		}
		if one := f.done(1, 0, 1); strings.Contains(one, "hosts") || strings.Contains(one, "archives") {
			t.Errorf("of one source: %s", one)
		}
	}
}
