package timewindow

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"pcptools/internal/need"
)

// gap is an archive of PCP's test suite, with its first and last time.

var (
	gapFirst = time.Unix(1504214072, 296435000)
	gapLast  = time.Unix(1504214093, 351853000)
)

// TestPmval compares windows with those in the header of PCP's pmval, or
// with its complaint.
func TestPmval(t *testing.T) {
	pmval, archive := need.Tool(t, "pmval"), filepath.Join(need.Archives(t), "gap")
	s := func(text string) *string { return &text }
	tests := []struct {
		tz string
		Options
	}{
		{"UTC", Options{}},
		{"UTC", Options{Start: s("5"), Finish: s("5")}},
		{"UTC", Options{Start: s("-5"), Origin: s("-2")}},
		{"UTC", Options{Start: s("@ 21:14:40"), Finish: s("@ 21:14:50.5")}},
		{"UTC", Options{Align: s("10"), Origin: s("12")}},
		{"UTC", Options{Align: s("0")}},
		{"UTC", Options{Align: s("1week")}},
		{"UTC", Options{Start: s("bogus")}},
		{"UTC", Options{Start: s("@ 13pm")}},
		{"UTC", Options{Start: s("\t5 sec junk")}},
		{"UTC", Options{Finish: s("")}},
		{"UTC", Options{Finish: s("-1 hour")}},
		{"UTC", Options{Start: s(" -1 week"), Finish: s("1 hour ago")}},
		{"EST5EDT", Options{Start: s("@ Thu Aug 31 17:14:50 2017")}},
		{"EST5EDT", Options{Start: s("2017-08-31 17:14:45")}},
		{"EST", Options{Start: s("2017-08-31 17:14:45 est")}},
		{"JST-9", Options{Finish: s("@ Sep 1 2017")}},
		{"<+05>-5", Options{Finish: s("@1 02:14:51")}},
		{"AEST-10AEDT,M10.1.0,M4.1.0/3", Options{Finish: s("@ 7:14:50")}},
		{"CET-1CEST", Options{Start: s("second monday 1 march 2017")}},
		{"bogus zone", Options{Origin: s("@21:14:48")}},
	}
	for _, tt := range tests {
		args := []string{"-Z", tt.tz, "-a", archive, "-s", "0"}
		for _, option := range []struct {
			flag  string
			value *string
		}{{"-S", tt.Start}, {"-T", tt.Finish}, {"-A", tt.Align}, {"-O", tt.Origin}} {
			if option.value != nil {
				args = append(args, option.flag, *option.value)
			}
		}
		t.Run(fmt.Sprintf("%q", args[6:]), func(t *testing.T) {
			cmd := exec.Command(pmval, append(args, "proc.nprocs")...)
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			cmd.Run() // pmval's own status is not our subject
			p := Parser{Zone: ReportingZone(tt.tz, nil), Now: time.Now()}
			w, err := p.Window(tt.Options, gapFirst, gapLast)
			if err != nil {
				if got, want := "pmval: invalid time window.\n"+err.Error()+"\n", stderr.String(); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
				return
			}
			const layout = "Mon Jan _2 15:04:05 2006"
			got := fmt.Sprintf("start:     %s\nend:       %s\n", w.Origin.In(p.Zone).Format(layout), w.Finish.In(p.Zone).Format(layout))
			if !bytes.Contains(stdout.Bytes(), []byte(got)) {
				t.Errorf("got\n%s, pmval says\n%s%s", got, &stdout, &stderr)
			}
		})
	}
}
