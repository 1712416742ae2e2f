//go:build linux

package tests

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/internal/programs"
)

// TestWriteErrors writes to a full disk: with a format of ours, or if the exit
// status is to tell, that ends the run at once. Otherwise nobody is told, as
// by PCP's tools.
func TestWriteErrors(t *testing.T) {
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	disk, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	for _, test := range []struct {
		line   string
		status int
	}{
		{"pmerr --format=json 1", 2}, {"pmerr --format=csv -l", 2}, {"pmerr 1", 0},
		{"pminfo -L -f --format=json kernel.all.load", 2}, {"pminfo -L -f --format=jsonl kernel.all.load", 2},
		{"pminfo -L -f --format=csv kernel.all.load", 2}, {"pminfo -L --format=table kernel", 2},
		{"pminfo -L -f --strict kernel.all.load", 2}, {"pminfo -L -f --strict kernel", 2}, {"pminfo -L -f kernel.all.load", 0},
		{"pmprobe -L -v --format=json kernel.all.load", 2}, {"pmprobe -L --format=table kernel.all.load", 2},
		{"pmprobe -L -v --strict kernel.all.load", 2}, {"pmprobe -L -v kernel.all.load", 0},
		{"pmval -L -t 1hour --format=json kernel.all.load", 2}, {"pmval -L -t 1hour --format=jsonl kernel.all.load", 2},
		{"pmval -L -t 1hour --format=csv kernel.all.load", 2}, {"pmval -L -t 1hour --format=table kernel.all.load", 2},
		{"pmval -L -t 1hour --format=wide kernel.all.load", 2}, {"pmval -L -t 1hour --format=csv --wide kernel.all.load", 2},
		{"pmval -L -s 1 --plot kernel.all.load", 2}, {"pminfo -L --format=openmetrics kernel.all.load", 2},
		{"pmval -L -t 1hour --strict kernel.all.load", 2}, {"pmval -L -s 1 kernel.all.load", 0},
		{"pmstore -L --format=json nosuch 1", 2}, {"pmstore -L --strict nosuch 1", 2}, {"pmstore -L nosuch 1", 1},
		{"pmerr --help-all", 2}, {"pmgenmap --help-all", 2}, {"pmgenmap --build-info", 2}, {"pminfo --help-all", 2},
		{"pmprobe --help-all", 2}, {"pmstore --help-all", 2}, {"pmval --help-all", 2}, {"pmval --build-info", 2},
	} {
		words := strings.Fields(test.line)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		var stderr strings.Builder
		cmd := exec.CommandContext(ctx, filepath.Join(bin, words[0]), words[1:]...)
		cmd.Stdout, cmd.Stderr = disk, &stderr
		cmd.Run()
		cancel()
		want := ""
		if test.status == 2 {
			want = words[0] + ": cannot write standard output: No space left on device\n"
		}
		if status := cmd.ProcessState.ExitCode(); status != test.status || stderr.String() != want {
			t.Errorf("%s: status %d and %q, want %d and %q", test.line, status, stderr.String(), test.status, want)
		}
	}
}
