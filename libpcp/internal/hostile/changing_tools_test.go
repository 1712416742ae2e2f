package hostile

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/campaign"
	"pcptools/internal/peak"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
)

// changingLines are run on a pmcd that changes. Same is another name of ch.a, by
// a derived metric.
var changingLines = []string{
	"pminfo -f ch", "pminfo -f same ch", "pminfo -dmtTlsf ch same", "pminfo -dm ch.a same ch.c", "pminfo -F ch.a", "pminfo -I ch",
	"pmprobe -v ch", "pmprobe -v same ch.b", "pmprobe -I ch", "pmprobe -i ch same", "pmprobe -f -v ch.a", "pmprobe -F -v ch.a ch.b",
	"pmval -r -s 4 -t 0.01 -w 24 -f 1 ch.a", "pmval -r -s 4 -t 0.01 -w 24 -f 1 same", "pmval -r -s 4 -t 0.01 -w 24 -i inst1,inst2 ch.b",
	"pmval -s 3 -t 0.01 -w 24 -f 1 ch.c.d", "pmval -x -s 2 -t 0.01 ch.a",
	"pmstore ch.a 5", "pmstore -i inst1 ch.b 5", "pmstore -f ch.c.d 5",
}

var formats = []string{"classic", "json", "jsonl", "csv", "table"}

// TestCampaignChanging runs the tools on a pmcd whose names, descriptors,
// instances and values are others before some of its replies, announced or not.
// What they report of it must have been said: no value under another metric or
// instance, none taken for another type.
func TestCampaignChanging(t *testing.T) {
	r := campaign.Rand(t)
	derived := filepath.Join(t.TempDir(), "derived")
	if err := os.WriteFile(derived, []byte("same = ch.a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	values, moves, runs := 0, 0, campaign.Tries(t, 200)
	for range runs {
		line, format := changingLines[r.IntN(len(changingLines))], formats[r.IntN(len(formats))]
		chance := []float64{0.05, 0.3, 1}[r.IntN(3)]
		src := newChanging(rand.New(rand.NewPCG(r.Uint64(), 0)), chance, r.IntN(2) == 0)
		n, err := runChanging(t, src, derived, line, format)
		if err != nil {
			t.Errorf("%s --format=%s, chance %v, notices %v: %v", line, format, chance, src.notify, err)
		}
		values, moves = values+n, moves+src.moves
	}
	t.Logf("%d runs, %d changes, %d values verified", runs, moves, values)
	if values < runs/4 {
		t.Errorf("only %d values reported", values)
	}
}

// runChanging runs a command line and verifies what it reports.
func runChanging(t *testing.T, src *changing, derived, line, format string) (values int, err error) {
	features := pmcdtest.AllFeatures
	if src.rand.IntN(4) == 0 {
		features = 0
	}
	address := pmcdtest.Listen(t, pmcdtest.Serve(src, features))
	words := strings.Fields(line)
	args := append([]string{"-h", address, "--format=" + format}, words[1:]...)
	run := tool(t, []string{"PCP_DERIVED_CONFIG=" + derived}, words[0], args...)
	src.mu.Lock()
	defer src.mu.Unlock()
	src.said.names["same"] = append(src.said.names["same"], src.said.names["ch.a"]...)
	if run.Crashed() || run.Peak > 64<<20 {
		return 0, fmt.Errorf("status %d, endless %v, %d bytes\n%s", run.Status, run.Endless, run.Peak, run.Output())
	}
	reports, err := read(run, words, format)
	if err != nil {
		return 0, fmt.Errorf("%w\n%s", err, run.Output())
	}
	for _, report := range reports {
		if err := src.said.check(report); err != nil {
			return 0, fmt.Errorf("%w\n%s", err, run.Output())
		}
	}
	return len(reports), checkStored(src.said.stored, &src.said)
}

// checkStored verifies what pmstore has stored: 5, in the form of a type that
// the metric has been said to have.
func checkStored(sets []libpcp.ValueSet, s *said) error {
	for _, set := range sets {
		stored := false
		for _, d := range s.descs[set.PMID] {
			for _, v := range set.Values {
				if d.Type == libpcp.TypeString {
					stored = stored || string(v.Block().Data) == "5\x00"
				} else if n, err := libpcp.Extract(set.Format, v, d.Type, libpcp.TypeDouble); err == nil && n.Float64() == 5 {
					stored = true
				}
			}
		}
		if !stored {
			return fmt.Errorf("stored %+v in %v, of which was said %v", set.Values, set.PMID, s.descs[set.PMID])
		}
	}
	return nil
}

// read finds the values in what a tool has printed.
func read(run *peak.Run, words []string, format string) ([]report, error) {
	switch {
	case len(run.Stdout) == 0 || words[0] == "pmstore" && format == "classic":
		return nil, nil
	case format == "json":
		return readJSON(run.Stdout, false)
	case format == "jsonl":
		return readJSON(run.Stdout, true)
	case format == "csv":
		return readCSV(run.Stdout)
	case format == "classic":
		return readClassic(run.Stdout, words)
	}
	return nil, nil
}
