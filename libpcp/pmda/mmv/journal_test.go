package mmv

import (
	"bytes"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/libpcp/internal/mmvfile"
	"pcptools/libpcp/pmda"
)

// TestJournal reports each fault twice, of a file of either version: a message is
// written once until the journal begins anew, in the words of the release.
func TestJournal(t *testing.T) {
	for _, newer := range []bool{false, true} {
		var log bytes.Buffer
		j := &journal{root: "mmv", errors: newer, log: pmda.NewLogger(&log, "agent")}
		for range 2 {
			j.reset()
			for range 2 {
				for version := int32(mmvfile.Version1); version <= 2; version++ {
					f := &file{name: "f", Contents: new(mmvfile.Contents)}
					f.Version = version
					row := &mmvfile.Row{Index: 4, Metric: mmvfile.Metric{Item: 7}}
					j.refused("f", ": no file")
					j.unfinished("f", ": half a file")
					j.ignored(f, &mmvfile.Section{Faults: []string{"a fault"}})
					j.serial(f, 9)
					j.name(f, row, "x")
					j.item(f, row, "m")
					j.duplicate(f, row, 3, "m")
				}
			}
		}
		got := regexp.MustCompile(`(?m)^.* agent\(\d+\) `).ReplaceAllString(log.String(), "")
		want := wantJournal[newer]
		if diff := cmp.Diff(want+want, got); diff != "" {
			t.Errorf("errors %t (-want +got):\n%s", newer, diff)
		}
	}
}

var wantJournal = map[bool]string{
	false: `Warning: invalid serial 9 in f, ignored
Warning: invalid metric[4] name in f (@x), ignored
Warning: MMV: verify_metric_item: invalid item 7 (mmv.m) in f, ignored
Debug: MMV: verify_metric_item: duplicate item 7 - [3] and [4] mmv.m, second will be ignored
Warning: MMV: verify_metric_item2: invalid item 7 (mmv.m) in f, ignored
Debug: MMV: verify_metric_item2: duplicate item 7 - [3] and [4] mmv.m, second will be ignored
`,
	true: `Error: mmv: f: no file
Info: mmv: f: half a file
Error: mmv: f: a fault
Error: mmv: verify_indom_serial: f: invalid serial 9, ignored
Error: mmv: invalid metric[4] name in f (@x), ignored
Error: verify_metric_item: invalid item 7 (mmv.m) in f, ignored
Error: verify_metric_item: duplicate item 7 - [3] and [4] mmv.m, second will be ignored
Error: verify_metric_item2: invalid item 7 (mmv.m) in f, ignored
Error: verify_metric_item2: duplicate item 7 - [3] and [4] mmv.m, second will be ignored
`,
}
