package timewindow

import (
	"archive/zip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestPosixRules has times as date(1) of glibc 2.36 prints them, with a database that
// has no file but posixrules, which is New York's.
func TestPosixRules(t *testing.T) {
	dir := t.TempDir()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	zones, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer zones.Close()
	york, err := zones.Open("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := io.ReadAll(york)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "posixrules"), rules, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ tz, utc, want string }{
		{"CET-1CEST", "1995-04-02 12:59:59", "1995-04-02 13:59:59 CET"},
		{"CET-1CEST", "1995-04-02 13:00:00", "1995-04-02 15:00:00 CEST"},
		{"CET-1CEST", "1995-10-29 07:59:59", "1995-10-29 09:59:59 CEST"},
		{"CET-1CEST", "1995-10-29 08:00:00", "1995-10-29 09:00:00 CET"},
		{"PST8PDT", "1996-03-12 19:20:54", "1996-03-12 11:20:54 PST"},
		{"PST8PDT", "1995-04-02 06:30:00", "1995-04-01 23:30:00 PDT"},
		{"PST8PDT", "1995-10-28 22:59:59", "1995-10-28 15:59:59 PDT"},
		{"PST8PDT", "1995-10-28 23:00:00", "1995-10-28 15:00:00 PST"},
	} {
		at, err := time.Parse(time.DateTime, test.utc)
		if err != nil {
			t.Fatal(err)
		}
		zone := Zone(test.tz, func(name string) (string, bool) { return dir, name == "TZDIR" })
		if got := at.In(zone).Format("2006-01-02 15:04:05 MST"); got != test.want {
			t.Errorf("%s, %s: %s, want %s", test.tz, test.utc, got, test.want)
		}
	}
}
