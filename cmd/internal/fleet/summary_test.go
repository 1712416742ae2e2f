package fleet

import (
	"bytes"
	"testing"
	"time"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// TestSummary counts who answered, who had what was asked for and who failed,
// and names the causes; of a query of series, hosts.
func TestSummary(t *testing.T) {
	for _, test := range []struct {
		source options.Source
		want   string
	}{
		{options.Source{Choice: options.Choice{Kind: options.Host}}, "x: 5 of 6 hosts answered in 2.5 s"},
		{options.Source{Choice: options.Choice{Kind: options.Archive}}, "x: 5 of 6 archives answered in 2.5 s"},
		{options.Source{Choice: options.Choice{Kind: options.Archive, Series: "kernel.all.load"}}, "x: 5 of 6 hosts reported"},
	} {
		var out bytes.Buffer
		f := Fleet{source: &test.source}
		members := []*Member{{Name: "has"}, {Name: "down", failure: libpcp.ErrTimeout}, {Name: "lacks", partial: true, lack: libpcp.ErrName},
			{Name: "partly", partial: true, lack: libpcp.ErrName}, {Name: "empty"}, {Name: "unmatched"}}
		members[0].Strict.Value()
		members[2].Strict.Failure()
		members[3].Strict.Value()
		members[3].Strict.Failure()
		members[4].Strict.None()
		err := f.summarize(&tool.Env{Name: "x", Stderr: &out}, members, 2500*time.Millisecond)
		want := test.want + ", 1 had what was asked for, 1 failed\n  Unknown metric name: lacks, partly\n" +
			"  without such values: empty, unmatched\n  Timeout waiting for a response from PMCD: down\n"
		if out.String() != want || err != tool.Exit(1) {
			t.Errorf("%v\n%swant\n%s", err, out.String(), want)
		}
	}
}
