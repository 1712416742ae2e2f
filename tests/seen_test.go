package tests

import (
	"context"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"pcptools/internal/programs"
	"pcptools/internal/tree"
	"pcptools/internal/world"
)

// TestSeenByPmcd compares what a pmcd sees of the tools: who asks, and how often
// for many descriptors together.
func TestSeenByPmcd(t *testing.T) {
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	inEachRelease(t, func(t *testing.T, in *tree.Tree) {
		w := world.StartWith(t, world.Options{Tree: in})
		genuine := filepath.Dir(in.Genuine("pminfo"))
		run := func(dir, tool string, args ...string) string { return runAt(t, in, w, dir, tool, args...) }
		asked := func() int {
			fields := strings.Fields(run(genuine, "pmprobe", "-v", "pmcd.pdu_in.desc_ids"))
			n, _ := strconv.Atoi(fields[len(fields)-1])
			return n
		}
		var batches [2]int
		var who [2]string
		for i, dir := range []string{genuine, ours} {
			before := asked()
			run(dir, "pminfo", "-d", "sample.long", "sample.float")
			run(dir, "pminfo", "-d", "-b", "3", "sample.long", "sample.float")
			run(dir, "pminfo", "-d", "sample.long.one")
			batches[i] = asked() - before
			values := run(dir, "pmval", "-Z", "UTC", "-s", "1", "pmcd.client.whoami")
			who[i] = strings.ReplaceAll(asker.FindString(values), dir+"/", "")
		}
		t.Logf("%d requests, %s", batches[0], who[0])
		if who[0] != who[1] || who[0] == "" {
			t.Errorf("pmcd.client.whoami is %s, want %s", who[1], who[0])
		}
		if batches[0] != batches[1] && batches[0] > 0 { // libpcp (C) of 6.0.3 asks one by one
			t.Errorf("%d requests for descriptors together, want %d", batches[1], batches[0])
		}
	})
}

var asker = regexp.MustCompile(`".*pmval .*"`)

// runAt runs a tool of a directory on a world, and returns its output.
func runAt(t *testing.T, in *tree.Tree, w *world.World, dir, tool string, args ...string) string {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := in.Command(ctx, filepath.Join(dir, tool), args...)
	cmd.Dir = "/"
	cmd.Env = append([]string{"LC_ALL=C", "PATH=/usr/bin:/bin"}, w.Env()...)
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		t.Fatalf("%s: %v\n%s%s", cmd, err, out, exit.Stderr)
	} else if err != nil {
		t.Fatalf("%s: %v", cmd, err)
	}
	return string(out)
}
