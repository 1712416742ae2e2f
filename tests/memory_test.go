package tests

import (
	"bufio"
	"context"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"pcptools/internal/campaign"
	"pcptools/internal/need"
	"pcptools/internal/peak"
	"pcptools/internal/programs"
)

// memoryLines are command lines about replies that can be long. FORMAT stands
// for each of the formats.
var memoryLines = []string{
	"pminfo n", "pminfo -m n", "pminfo -f n", "pminfo -d n", "pminfo FORMAT n", "pminfo -f FORMAT n",
	"pmprobe n", "pmprobe -v n", "pmprobe FORMAT n", "pmprobe -v FORMAT n", "pmval -s 1 FORMAT n",

	"pminfo -f long.instances", "pminfo -f long.strings", "pminfo -f FORMAT long.instances", "pminfo -I FORMAT 250.1",
	"pmprobe -I long.instances", "pmprobe -v long.strings", "pmprobe -f -I long.instances", "pmprobe -I FORMAT long.instances",
	"pmval -s 1 long.instances", "pmval -s 2 -t 1msec FORMAT long.instances", "pmval -s 1 FORMAT long.strings",
	"pmstore long.instances 1", "pmstore FORMAT long.instances 1",
	"pmval -s 1 --format=wide long.instances", "pmval -s 1 --format=csv --wide long.instances", "pmval -s 2 -t 1msec --plot long.instances",
	"pminfo --format=openmetrics long.instances",

	"pminfo -T long.text", "pminfo -T FORMAT long.text", "pminfo -t FORMAT long.text",

	"pminfo -f long.string", "pminfo -f long.aggregate", "pminfo -f FORMAT long.string", "pminfo -f FORMAT long.aggregate",
	"pmprobe -v long.string", "pmprobe -v FORMAT long.aggregate", "pmval -s 1 FORMAT long.string", "pmstore FORMAT long.string x",

	"pminfo -x long.parameters", "pminfo -x long.records", "pminfo -f FORMAT long.parameters", "pminfo -f FORMAT long.records",
	"pmval -s 1 long.parameters", "pmval -s 1 long.records", "pmval -s 1 FORMAT long.records",

	"pminfo -l long.labels", "pminfo -s long.labels", "pminfo -l FORMAT long.labels", "pminfo -s FORMAT long.labels",
}

// memorySlack is what a tool may need beside four times what it receives. The
// goal is 32 MiB; the tools and what their collector waits for take less.
const memorySlack = 26 << 20

// TestCampaignMemory has tools ask for long replies: they need no more than
// four times the memory of what they receive, and a little. make verify tries
// some of the lines, and a campaign all of them with larger replies.
func TestCampaignMemory(t *testing.T) {
	need.Verify(t, "takes long")
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	rng, scale := campaign.Rand(t), campaign.Scale(t)
	address, received := longPMCD(t, min(scale, 3)*8<<20)
	worst, tried := 0.0, 0
	for _, line := range memoryLines {
		formats := []string{"csv", "json", "jsonl", "table"}
		if !strings.Contains(line, "FORMAT") {
			formats = formats[:1]
		}
		for _, format := range formats {
			if scale == 1 && rng.IntN(6) > 0 {
				continue
			}
			line := strings.Replace(line, "FORMAT", "--format="+format, 1)
			start := time.Now()
			run := runLong(t, bin, address, line)
			n := received()
			t.Logf("%4d MB for %3d MB in %4.1f s: %s", run.Peak>>20, n>>20, time.Since(start).Seconds(), line)
			if run.Crashed() {
				t.Errorf("%s: crashed: %s", line, run.Stderr)
			}
			if run.Peak > 4*n+memorySlack {
				t.Errorf("%s: %d MB of memory for %d MB received", line, run.Peak>>20, n>>20)
			}
			worst, tried = max(worst, float64(run.Peak-memorySlack)/float64(n)), tried+1
		}
	}
	t.Logf("%d command lines, at most %.1f times what was received and %d MiB", tried, worst, memorySlack>>20)
}

// runLong runs a tool on a pmcd. Nobody reads what it writes.
func runLong(t *testing.T, bin, address, line string) *peak.Run {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	words := strings.Fields(line)
	args := append([]string{"-c", `exec "$0" "$@" >/dev/null`, filepath.Join(bin, words[0]), "-h", address}, words[1:]...)
	return peak.Do(ctx, t, exec.Command("/bin/sh", args...))
}

// longPMCD starts a fake pmcd with replies of about size bytes. It returns its
// address, and a function that returns how much has been sent on a connection.
func longPMCD(t *testing.T, size int) (address string, received func() int64) {
	bin, err := programs.Once(fakesPackage)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(bin, "fakes"), "1", strconv.Itoa(size))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	lines := make(chan string)
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			lines <- s.Text()
		}
		close(lines)
	}()
	address, _, _ = strings.Cut(<-lines, " ")
	return address, func() int64 {
		t.Helper()
		select {
		case line := <-lines:
			n, err := strconv.ParseInt(line, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return n
		case <-time.After(3 * time.Minute):
			t.Fatal("nothing has been asked of the pmcd")
			return 0
		}
	}
}
