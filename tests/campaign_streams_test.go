//go:build unix

package tests

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pcptools/internal/campaign"
	"pcptools/internal/need"
)

// TestCampaignStreams writes to a full device, to a closed stream and to a pipe
// whose reader goes away. A classic report ends as PCP's tool's does; a
// format of ours that cannot be written ends with status 2. A stream that is
// closed from the start is none of these: Go's runtime opens /dev/null for it.
func TestCampaignStreams(t *testing.T) {
	archives := need.Archives(t)
	need.File(t, "/dev/full")
	r := campaign.Rand(t)
	all := []string{"", "--format=json", "--format=jsonl", "--format=csv", "--format=table"}
	for line, formats := range map[string][]string{
		"pminfo -f -a 20180415.09.16":             append(slices.Clone(all), "--format=openmetrics"),
		"pminfo -a 20180415.09.16 --search disk":  {"--top=500", "--format=json", "--format=csv"},
		"pmprobe -v -a 20180415.09.16":            all,
		"pmval -a 20180415.09.16 kernel.all.load": append(slices.Clone(all), "--format=wide", "--format=csv --wide", "--plot"),
	} {
		words := strings.Fields(line)
		for _, format := range formats {
			args := append(strings.Fields(format), words[1:]...)
			for _, redirection := range []string{">/dev/full", ">&-", "2>&-", "2>/dev/full", ">/dev/full 2>&1", ">&- 2>&-"} {
				got := redirected(t, ours(t, words[0]), args, archives, redirection)
				if format == "" {
					if want := redirected(t, need.Tool(t, words[0]), args, archives, redirection); got != want {
						t.Errorf("%s %s: status %d, the genuine tool's is %d", line, redirection, got, want)
					}
				} else if want := map[bool]int{true: 2}[strings.HasPrefix(redirection, ">/dev/full")]; got != want {
					t.Errorf("%s %q %s: status %d, want %d", words[0], args, redirection, got, want)
				}
			}
			for range campaign.Scale(t) {
				hangUp(t, ours(t, words[0]), args, archives, r.IntN(20_000))
			}
		}
	}
}

// redirected runs a command with a shell's redirection, and returns its status.
func redirected(t *testing.T, tool string, args []string, dir, redirection string) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", `exec "$0" "$@" ` + redirection, tool}, args...)...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.Discard, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		t.Fatalf("%s %q %s: %v", tool, args, redirection, err)
	}
	if bytes.Contains(stderr.Bytes(), []byte("goroutine ")) {
		t.Errorf("%s %q %s:\n%s", filepath.Base(tool), args, redirection, &stderr)
	}
	return cmd.ProcessState.ExitCode()
}

// hangUp reads some of what a command prints, and then no more.
func hangUp(t *testing.T, tool string, args []string, dir string, size int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, tool, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	io.CopyN(io.Discard, r, int64(size))
	r.Close()
	err = cmd.Wait()
	if ctx.Err() != nil || bytes.Contains(stderr.Bytes(), []byte("goroutine ")) {
		t.Errorf("%s %q after %d bytes: %v\n%s", filepath.Base(tool), args, size, err, &stderr)
	}
}
