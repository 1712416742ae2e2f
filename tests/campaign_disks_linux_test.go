package tests

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/internal/campaign"
	"pcptools/internal/need"
)

// place is somewhere that a tool writes to, and that takes only some of it.
type place struct {
	name   string
	reason string // why no more is taken; "" if a signal ends the tool
	// run has a command write to it, through a shell that redirects stream, 1
	// or 2, and returns what came of that.
	run func(t *testing.T, cmd []string, dir, stream string, size int) written
}

// written is how a command ended, and what could be written.
type written struct {
	status    int
	to, other string // in the place, and to the other stream
}

var places = []place{
	{"limit", "", func(t *testing.T, cmd []string, dir, stream string, size int) written {
		return throughFile(t, fmt.Sprintf("ulimit -f %d; ", size), cmd, dir, stream)
	}},
	{"disk", "No space left on device", throughDisk},
	{"terminal that hung up", "Input/output error", throughTerminal},
}

// diskLines write one to four times. What they write does not change.
var diskLines = []string{
	"pminfo -f -a 20180415.09.16", "pminfo -dmtT -a 20180415.09.16", "pminfo -a 20180415.09.16 nosuch", "pmprobe -v -a 20180415.09.16",
	"pmval -a 20180415.09.16 kernel.all.load", "pmval -s 3 -a 20180415.09.16 nosuch", "pmerr -l", "pmerr 1 -2 -12345", "pmerr", "pmstore -L -n PMNS nosuch 1",
}

// TestCampaignDisks writes, with every tool and format, to places that are full
// after some bytes. Classic reports end there as those of PCP's tools do,
// with the same status and messages; formats of ours with status 2 and one
// line. What could be written is the beginning of what would have been.
func TestCampaignDisks(t *testing.T) {
	names := filepath.Join(t.TempDir(), "names")
	if err := os.WriteFile(names, []byte("root {\n\ta\t1:2:3\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	d := diskRuns{testing: t, rand: campaign.Rand(t), archives: need.Archives(t)}
	for range campaign.Scale(t) {
		for _, line := range diskLines {
			words := strings.Fields(strings.ReplaceAll(line, "PMNS", names))
			d.classic(words)
			d.format(words, []string{"json", "jsonl", "csv", "table"}[d.rand.IntN(4)])
		}
	}
	t.Logf("%d runs, %d of them of formats that were cut short", d.runs, d.short)
}

type diskRuns struct {
	testing     *testing.T
	rand        *rand.Rand
	archives    string
	runs, short int
}

// next is where the next command is to write.
func (d *diskRuns) next() (p *place, size int) {
	d.runs++
	return &places[d.rand.IntN(len(places))], d.rand.IntN(24)
}

// classic compares with PCP's tool.
func (d *diskRuns) classic(words []string) {
	p, size := d.next()
	stream := []string{"1", "1", "2"}[d.rand.IntN(3)]
	got := p.run(d.testing, append([]string{ours(d.testing, words[0])}, words[1:]...), d.archives, stream, size)
	want := p.run(d.testing, append([]string{need.Tool(d.testing, words[0])}, words[1:]...), d.archives, stream, size)
	if got != want {
		d.testing.Errorf("%q, stream %s to a %s of %d: got %+v\nwant %+v", words, stream, p.name, size, got, want)
	}
}

func (d *diskRuns) format(words []string, format string) {
	p, size := d.next()
	cmd := append([]string{ours(d.testing, words[0]), "--format=" + format}, words[1:]...)
	got := p.run(d.testing, cmd, d.archives, "1", size)
	all := throughFile(d.testing, "", cmd, d.archives, "1")
	if got.to != all.to {
		d.short++
	}
	checkFormat(d.testing, fmt.Sprintf("%q to a %s of %d", cmd, p.name, size), words[0], p.reason, got, all)
}

// checkFormat verifies what came of a format when not all could be written.
func checkFormat(t *testing.T, what, tool, reason string, got, all written) {
	t.Helper()
	want := written{status: 2, to: got.to, other: fmt.Sprintf("%s: cannot write standard output: %s\n", tool, reason)}
	switch {
	case got.to == all.to:
		want = all
	case reason == "":
		want.status, want.other = 128+25, "" // SIGXFSZ
	}
	if got.status != want.status || !strings.HasSuffix(got.other, want.other) || strings.Count(got.other, "\n") > 1+strings.Count(all.other, "\n") {
		t.Errorf("%s: status %d, %q; want %d, %q", what, got.status, got.other, want.status, want.other)
	}
	if !strings.HasPrefix(all.to, got.to) {
		t.Errorf("%s: %q is not the beginning of %q", what, got.to, all.to)
	}
}

// throughFile runs a command with a stream to a file.
func throughFile(t *testing.T, before string, cmd []string, dir, stream string) written {
	t.Helper()
	file := filepath.Join(t.TempDir(), "to")
	// The file is opened before there are limits, and the shell is not replaced:
	// a signal becomes a status of it.
	script := fmt.Sprintf(`( %s exec "$0" "$@" ) %s>%s; exit $?`, before, stream, file)
	w := viaShell(t, exec.Command("/bin/sh", append([]string{"-c", script}, cmd...)...), dir, stream)
	to, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	w.to = string(to)
	return w
}

// throughDisk runs a command with a stream to a file on a disk of that many
// pages, or one.
func throughDisk(t *testing.T, cmd []string, _, stream string, size int) written {
	t.Helper()
	need.Namespaces(t)
	archives := need.Archives(t)
	disk, kept := t.TempDir(), filepath.Join(t.TempDir(), "kept")
	script := fmt.Sprintf(`mount -t tmpfs -o size=%dk none %s && { "$0" "$@" %s>%[2]s/to; s=$?; cp %[2]s/to %[4]s; exit $s; }`, 4*(1+size/4), disk, stream, kept)
	w := viaShell(t, exec.Command("unshare", append([]string{"--mount", "/bin/sh", "-c", script}, cmd...)...), archives, stream)
	to, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	w.to = string(to)
	return w
}

// throughTerminal runs a command with a stream to a terminal the other end of
// which is closed.
func throughTerminal(t *testing.T, cmd []string, dir, stream string, _ int) written {
	t.Helper()
	master, slave, err := openTerminal(80)
	if err != nil {
		t.Fatal(err)
	}
	master.Close()
	defer slave.Close()
	script := fmt.Sprintf(`( exec "$0" "$@" ) %s>&3; exit $?`, stream)
	c := exec.Command("/bin/sh", append([]string{"-c", script}, cmd...)...)
	c.ExtraFiles = []*os.File{slave}
	return viaShell(t, c, dir, stream)
}

// viaShell runs a command, and keeps what it writes to the stream that is not
// redirected.
func viaShell(t *testing.T, cmd *exec.Cmd, dir, stream string) written {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	limited := exec.CommandContext(ctx, cmd.Path, cmd.Args[1:]...)
	limited.Dir, limited.ExtraFiles = dir, cmd.ExtraFiles
	limited.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	var other bytes.Buffer
	limited.Stdout, limited.Stderr = io.Discard, &other
	if stream == "2" {
		limited.Stdout, limited.Stderr = &other, io.Discard
	}
	err := limited.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || ctx.Err() != nil {
		t.Fatalf("%q: %v", cmd.Args, err)
	}
	return written{status: limited.ProcessState.ExitCode(), other: other.String()}
}
