package tests

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
)

const exampleMap = "../examples/genmap/metrics.map"

// TestGeneratedC compiles what pmgenmap writes with the installed headers, and
// runs it.
func TestGeneratedC(t *testing.T) {
	need.PCP(t)
	dir := t.TempDir()
	text := output(t, ours(t, "pmgenmap"), exampleMap)
	writeFile(t, filepath.Join(dir, "map.h"), text)
	writeFile(t, filepath.Join(dir, "main.c"), `
#include <stdio.h>
#include <pcp/pmapi.h>
#include "map.h"

int main(void)
{
	pmID ids[2];
	printf("%s %s %d\n", load[Processes], disk[DiskReads], (int)(sizeof disk / sizeof disk[0]));
	return pmLookupName(2, disk, ids) >= 0;
}
`)
	program := filepath.Join(dir, "program")
	output(t, "gcc", "-Wall", "-Werror", "-I"+pcpconf.Get("PCP_INC_DIR")+"/..", "-o", program, filepath.Join(dir, "main.c"), "-lpcp")
	if got, want := output(t, program), "kernel.all.nprocs disk.all.read 2\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestGeneratedGo checks that the example's Go file is up to date and as gofmt
// has it, and runs the example on an archive.
func TestGeneratedGo(t *testing.T) {
	fresh := filepath.Join(t.TempDir(), "metrics.go")
	cmd := exec.Command(ours(t, "pmgenmap"), "--go", "-o", fresh, "metrics.map")
	cmd.Dir = filepath.Dir(exampleMap)
	cmd.Env = append(os.Environ(), "GOPACKAGE=main")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	committed, err := os.ReadFile("../examples/genmap/metrics.go")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(fresh); err != nil || !bytes.Equal(text, committed) {
		t.Errorf("metrics.go is out of date; run go generate ./examples/genmap: %v\n%s", err, text)
	}
	if unformatted := output(t, "gofmt", "-l", fresh); unformatted != "" {
		t.Error("not as gofmt has it")
	}
	archive := filepath.Join(need.Archives(t), "20180415.09.16")
	want := "load 1.09 0.75999999 0.62, processes 660\nreads 84998, writes 27554\n"
	if got := output(t, "go", "run", "../examples/genmap", archive); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// ours returns the path of one of our tools.
func ours(t *testing.T, tool string) string {
	t.Helper()
	dir, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, tool)
}

// output runs a command that must succeed, and returns what it prints.
func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}
