package tests

import (
	"os/exec"
	"path/filepath"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/programs"
)

// TestNoteBeforeWarning has both streams go to one pipe: the note on the time
// zone comes before the warning about a damaged archive.
func TestNoteBeforeWarning(t *testing.T) {
	damaged := filepath.Join(filepath.Dir(need.Archives(t)), "badarchives", "badlen-11")
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range [][]string{
		{"pmval", "-z", "-s", "2", "-a", damaged, "sample.bin"},
		{"pmval", "-Z", "EST5EDT", "-s", "2", "-a", damaged + "," + damaged, "sample.bin"},
		{"pminfo", "-z", "-f", "-O", "+1hour", "-a", damaged, "sample.bin"},
		{"pmprobe", "-z", "-v", "-O", "+1min", "-a", damaged, "sample.bin"},
	} {
		genuine := need.Tool(t, line[0])
		want, _ := exec.Command(genuine, line[1:]...).CombinedOutput()
		got, _ := exec.Command(filepath.Join(bin, line[0]), line[1:]...).CombinedOutput()
		if string(got) != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", line, got, want)
		}
	}
}
