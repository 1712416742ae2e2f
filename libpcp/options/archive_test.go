package options

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/timewindow"
)

// begun is a source of a run with an environment, and what it writes on standard error
// since the last call of said, without times and the number of the process.
func begun(t *testing.T, environ ...string) (s *Source, said func() string) {
	var stderr bytes.Buffer
	s = new(Source)
	s.Begin(&getopt.Invocation{Name: "prog", Stderr: &stderr, Environ: environ}, func(err error) { t.Error(err) })
	stamp := regexp.MustCompile(`(?m)^\[.*\] prog\(\d+\) `)
	return s, func() string {
		defer stderr.Reset()
		return stamp.ReplaceAllString(stderr.String(), "")
	}
}

// TestArchiveNotices has each notice about an archive in the words of libpcp (C), and
// settings of the environment.
func TestArchiveNotices(t *testing.T) {
	s, said := begun(t, "PCP_IGNORE_MARK_RECORDS=x", "TZ=UTC")
	o := s.archiveOptions()
	for want, notice := range map[string]func(){
		"Warning: initarchive: skipping corrupt/unreadable archive \"a/b\": Corrupted record in a PCP archive\n": func() { o.Skipped("a/b", libpcp.ErrLogRec) },
		"Warning: __pmLogRead: removing corrupted archive \"./a\" vol 3\n":                                       func() { o.Removed("a", 3) },
		"Warning: __pmLogRead: removing corrupted archive \"/x/a\" vol 0\n":                                      func() { o.Removed("/x/a", 0) },
		"__pmLogUndeltaInDom: Botch: InDom 1.2: delta inst[3]=7 delete but inst not in full indom, skipped\n": func() {
			o.BadDelta(archive.BadDelta{InDom: libpcp.NewInDom(1, 2), Goes: true, Change: libpcp.Instance{ID: 7}, ChangeAt: 3})
		},
		"__pmLogUndeltaInDom: Botch: InDom 1.2: full inst[4]=7 \"old\" and redefined in delta inst[3]=7 \"new\", second one skipped\n": func() {
			o.BadDelta(archive.BadDelta{InDom: libpcp.NewInDom(1, 2), Change: libpcp.Instance{ID: 7, Name: "new"}, ChangeAt: 3, Known: libpcp.Instance{ID: 7, Name: "old"}, KnownAt: 4})
		},
		"prog: Warning: bad $PCP_IGNORE_MARK_RECORDS: not in pmParseInterval(3) format:\nx\n^ -- unexpected value\n\n": func() {
			if gap, ok := o.IgnoreMarks(); ok || gap != 0 {
				t.Errorf("a gap of %v, %t", gap, ok)
			}
		},
	} {
		notice()
		if got := said(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if o.WrapCounters || o.More != nil {
		t.Error("counters wrap, or the archive goes on")
	}
	s.Structured = true
	if s.archiveOptions().BadDelta != nil {
		t.Error("a format has notices of bad deltas")
	}
	for text, want := range map[string]time.Duration{"": 0, "5": 5 * time.Second, "2min": 2 * time.Minute} {
		s, said := begun(t, "PCP_COUNTER_WRAP=", "PCP_IGNORE_MARK_RECORDS="+text)
		o := s.archiveOptions()
		if gap, ok := o.IgnoreMarks(); gap != want || !ok || !o.WrapCounters || said() != "" {
			t.Errorf("%q: %v, %t, %t", text, gap, ok, o.WrapCounters)
		}
	}
	if s, _ := begun(t); s.archiveOptions().IgnoreMarks != nil {
		t.Error("marks are ignored")
	}
}

// TestPrompt asks on what PCP_CONSOLE names, of which "none" is nobody, and says if it
// cannot be opened. A password is read from terminals alone.
func TestPrompt(t *testing.T) {
	console := filepath.Join(t.TempDir(), "console")
	for _, text := range []string{"Username: tim\nmore\n", "Username: tim"} {
		if err := os.WriteFile(console, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, said := begun(t, "PCP_CONSOLE="+console)
		answer, err := prompt(s.inv)("Username: ", false)
		if ended := text[len(text)-1] == '\n'; answer != "tim" || (err == nil) != ended || (said() == "") != ended {
			t.Errorf("%q: %q, %v", text, answer, err)
		}
		if answer, err := prompt(s.inv)("Password: ", true); answer != "" || err == nil || said() != "Error: opening input terminal for read\n" {
			t.Errorf("a password from a file: %q, %v", answer, err)
		}
	}
	if s, _ := begun(t, "PCP_CONSOLE=none"); prompt(s.inv) != nil {
		t.Error("nobody is asked")
	}
	s, said := begun(t, "PCP_CONSOLE="+filepath.Join(console, "absent"), "TZ=UTC")
	if answer, err := prompt(s.inv)("Username: ", false); answer != "" || err == nil || said() != "Error: opening input terminal for read\n" {
		t.Errorf("without a terminal: %q, %v", answer, err)
	}
}

// TestHistoryWindow places windows between the first and the last value of a history.
func TestHistoryWindow(t *testing.T) {
	first, last := time.Unix(1000, 0).UTC(), time.Unix(2000, 0).UTC()
	text := func(s string) *string { return &s }
	n, interval := 3, timewindow.Interval{}
	if parsed, err := timewindow.ParseInterval("10"); err == nil {
		interval = parsed
	}
	for _, test := range []struct {
		set           func(*Source)
		start, finish int64
	}{
		{func(s *Source) { s.Times.Start = text("100") }, 1100, 2000},
		{func(s *Source) { s.Times.Finish = text("-100") }, 1000, 1900},
		{func(s *Source) { s.Times.Start, s.Times.Origin = text("100"), text("200") }, 1300, 2000},
		{func(s *Source) { s.Samples, s.Interval, s.Times.Start = &n, &interval, text("100") }, 1100, 1130},
		{func(s *Source) { s.Times.Start, s.Zone = text("@1970-01-01 00:20:00"), text("ABC+0:05") }, 1500, 2000},
	} {
		s, _ := begun(t, "TZ=UTC")
		if s.HistoryWindow() != nil {
			t.Error("all of a history has a window")
		}
		test.set(s)
		start, finish, err := s.HistoryWindow()(first, last)
		if err != nil || start.Unix() != test.start || finish.Unix() != test.finish {
			t.Errorf("%d to %d, %v; want %d to %d", start.Unix(), finish.Unix(), err, test.start, test.finish)
		}
	}
	s, _ := begun(t, "TZ=ABC-2")
	s.Times.Start = text("nonsense")
	if _, _, err := s.HistoryWindow()(first, last); err == nil {
		t.Error("nonsense is a start")
	}
	names := []string{s.HistoryZone().String()}
	s.HostZone = true
	names = append(names, s.HistoryZone().String())
	s.HostZone, s.Zone = false, text("EST+5")
	if names = append(names, s.HistoryZone().String()); !slices.Equal(names, []string{"ABC-2", "UTC", "EST+5"}) {
		t.Errorf("zones: %q", names)
	}
}
