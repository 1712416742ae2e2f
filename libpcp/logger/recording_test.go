//go:build unix

package logger_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/libpcp"
	"pcptools/libpcp/logger"
)

// TestRecord makes the same recordings by libpcp_gui (C) and here, and
// compares the files; PCP's pmafm and pmlogcheck read ours.
func TestRecord(t *testing.T) {
	inWorld(t)
	driver := filepath.Join(t.TempDir(), "record")
	if out, err := exec.Command("gcc", "-o", driver, "testdata/record.c", "-lpcp_gui", "-lpcp").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, replay := range map[string]string{"replay": "1", "no replay": "0"} {
		t.Run(name, func(t *testing.T) {
			theirs, ours := t.TempDir(), t.TempDir()
			cmd := exec.Command(driver, "f.folio", viewer, replay, "localhost", "localhost")
			cmd.Dir = theirs
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			record(t, ours, replay == "1")
			want, got := describe(t, theirs), describe(t, ours)
			if replay == "1" {
				want["BASE"] = "view of the moment\n" // see begin
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(check(theirs), check(ours)); d != "" {
				t.Errorf("pmafm check: %s", d)
			}
			if replay == "1" {
				checkReplay(t, ours)
			}
			checkArchives(t, ours)
		})
	}
}

func record(t *testing.T, dir string, replay bool) {
	t.Helper()
	t.Chdir(dir)
	r, err := logger.Record("f.folio", viewer, replay)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(r.Replay(), "view of the moment\n")
	var hosts []*logger.Host
	for _, isDefault := range []bool{false, true} {
		h, err := r.AddHost("localhost", isDefault)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(h, "log mandatory on 200 msec { sample.long.one }")
		hosts = append(hosts, h)
	}
	if err := errors.Join(r.AddArgument("-L"), r.Start()); err != nil {
		t.Fatal(err)
	}
	awaitArchives(t, hosts)
	if err := errors.Join(r.Status(), hosts[0].Stop(), r.Stop()); err != nil {
		t.Error(err)
	}
	for _, h := range hosts {
		if s := h.ProcessState(); s == nil || !s.Success() {
			t.Errorf("pmlogger %d: %v", h.PID(), s)
		}
	}
}

// awaitArchives waits until each pmlogger has begun its archive.
func awaitArchives(t *testing.T, hosts []*logger.Host) {
	t.Helper()
	for _, h := range hosts {
		for range 1200 {
			if info, err := os.Stat(h.Base() + ".0"); err == nil && info.Size() > 400 {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
}

var (
	baseName = regexp.MustCompile(`^[[:alnum:]]{6}(a?\.|$)`)
	bases    = regexp.MustCompile(`\b[[:alnum:]]{6}(a?\.localhost)`)
	changing = regexp.MustCompile(`[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d( \d{4})?|pmlogger\(\d+\)|TERM \d+|for \d+ seconds|of \d+ bytes`)
)

// describe returns the files of a directory and, of texts, what is in them,
// with the base name as BASE, and without what is never the same.
func describe(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var base string
	for _, e := range entries {
		if baseName.MatchString(e.Name()) {
			base = e.Name()[:6]
		}
	}
	files := make(map[string]string)
	for _, e := range entries {
		text := ""
		if !slices.Contains([]string{".0", ".meta", ".index"}, filepath.Ext(e.Name())) {
			b, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			text = changing.ReplaceAllString(strings.ReplaceAll(string(b), base, "BASE"), "-")
		}
		files[strings.ReplaceAll(e.Name(), base, "BASE")] = text
	}
	return files
}

// check is what PCP's pmafm finds in a folio, and how it ends.
func check(dir string) string { return pmafm(dir, "check", os.Environ()) }

func pmafm(dir, command string, env []string) string {
	cmd := exec.Command("pmafm", "f.folio", command)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.CombinedOutput()
	return fmt.Sprint(changing.ReplaceAllString(bases.ReplaceAllString(string(out), "BASE$1"), "-"), err)
}

// checkReplay has PCP's pmafm replay a folio by a program that prints its
// arguments: it has the view, and both archives. The recordings of
// libpcp_gui (C) lack the view.
func checkReplay(t *testing.T, dir string) {
	t.Helper()
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, viewer), []byte("#!/bin/sh\necho \"arguments: $*\"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	text := pmafm(dir, "replay", append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH")))
	_, arguments, _ := strings.Cut(text, "arguments: ")
	if !strings.Contains(arguments, "-c ") || strings.Count(arguments, "localhost") != 2 {
		t.Errorf("pmafm replay: %s", text)
	}
}

// viewer is what makes the recordings: one of the programs that pmafm knows.
const viewer = "pmchart"

func checkArchives(t *testing.T, dir string) {
	t.Helper()
	archives, err := filepath.Glob(filepath.Join(dir, "*.index"))
	if err != nil || len(archives) != 2 {
		t.Errorf("%v, %v", archives, err)
	}
	for _, a := range archives {
		if out, err := exec.Command("pmlogcheck", strings.TrimSuffix(a, ".index")).CombinedOutput(); err != nil {
			t.Errorf("pmlogcheck: %v\n%s", err, out)
		}
	}
}

// TestRecordErrors makes calls in wrong orders, with bad arguments and to a
// pmlogger that has ended.
func TestRecordErrors(t *testing.T) {
	inWorld(t)
	folio := filepath.Join(t.TempDir(), "folio")
	r, err := logger.Record(folio, "view", false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := logger.Record(folio, "view", false); !errors.Is(err, syscall.EEXIST) {
		t.Errorf("existing folio: %v", err)
	}
	for name, err := range map[string]error{"Start": r.Start(), "Stop": r.Stop(), "Status": r.Status(), "AddArgument": r.AddArgument("-L")} {
		if !errors.Is(err, syscall.EINVAL) {
			t.Errorf("%s without hosts: %v", name, err)
		}
	}
	for _, host := range []string{"", "../x", "a b", "a\nArchive: b c"} {
		if _, err := r.AddHost(host, false); !errors.Is(err, syscall.EINVAL) {
			t.Errorf("host %q: %v", host, err)
		}
	}
	h, err := r.AddHost("localhost", true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.AddHost("other", true); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("second default host: %v", err)
	}
	fmt.Fprintln(h, "log { no end")
	if err := r.Stop(); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("Stop before Start: %v", err)
	}
	if err := r.Start(); err != nil && !errors.Is(err, libpcp.ErrIPC) {
		t.Fatal(err)
	}
	<-h.Done() // pmlogger does not accept the configuration
	if h.ProcessState().Success() {
		t.Error("pmlogger accepted a malformed configuration")
	}
	if _, err := r.AddHost("other", false); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("AddHost after Start: %v", err)
	}
	if err := r.Status(); !errors.Is(err, libpcp.ErrIPC) {
		t.Errorf("Status of one that has ended: %v", err)
	}
	if err := r.Stop(); !errors.Is(err, libpcp.ErrIPC) {
		t.Errorf("Stop of one that has ended: %v", err)
	}
	if err := h.Stop(); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("Stop after Stop: %v", err)
	}
}

// TestDetach lets a pmlogger go on alone.
func TestDetach(t *testing.T) {
	inWorld(t)
	r, err := logger.Record(filepath.Join(t.TempDir(), "folio"), "view", false)
	if err != nil {
		t.Fatal(err)
	}
	h, err := r.AddHost("localhost", true)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(h, "log mandatory on 200 msec { sample.long.one }")
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		syscall.Kill(h.PID(), syscall.SIGTERM)
		<-h.Done()
	})
	awaitArchives(t, []*logger.Host{h})
	if err := r.Detach(); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(h.Base() + ".0")
	if err != nil {
		t.Fatal(err)
	}
	for range 600 {
		if now, err := os.Stat(h.Base() + ".0"); err == nil && now.Size() > before.Size() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("the archive no longer grows")
}
