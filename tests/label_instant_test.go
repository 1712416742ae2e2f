package tests

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pcptools/internal/archivetest"
	"pcptools/internal/need"
)

// TestNegativeFraction has an archive whose labels begin a fraction of a second before a whole
// one, as no writer has it. PCP prints the whole second and a fraction below 0, but samples from
// the instant that is meant: so do ours, and print that.
func TestNegativeFraction(t *testing.T) {
	pmval := need.Tool(t, "pmval")
	dir := t.TempDir()
	history := archivetest.Random(1, archivetest.Options{})
	if err := history.Write(filepath.Join(dir, "x")); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "x.*"))
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		back, at := int32(-250_000), 16 // microseconds
		if b[7] == 3 {
			back, at = -250_000_000, 20
		}
		binary.BigEndian.PutUint32(b[at:], uint32(back))
		if err := os.WriteFile(file, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	name := history.Metrics[0].Names[0]
	args := []string{"-z", "-s", "4", "-t", "0.3", "-a", "x", name}
	cmd := exec.Command(pmval, args...)
	cmd.Dir, cmd.Env = dir, []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "HOME=/"}
	out, _ := cmd.Output()
	got := runOurs(t, dir, nil, append([]string{"pmval"}, args...)...)
	times := regexp.MustCompile(`(?m)^(\d\d:\d\d:\d\d\.-?\d+)`)
	want, ours := times.FindAllString(string(out), -1), times.FindAllString(got.stdout, -1)
	if len(want) < 2 || !strings.HasSuffix(want[0], ".-250") || len(ours) != len(want) || !strings.HasSuffix(ours[0], ".750") {
		t.Fatalf("%q, genuine %q\n%s%s", ours, want, got.stdout, got.stderr)
	}
	for i := range want[1:] {
		if ours[i+1] != want[i+1] {
			t.Errorf("sample %d at %s, genuine %s", i+1, ours[i+1], want[i+1])
		}
	}
}
