package tests

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"pcptools/tests/internal/conform"
)

// TestScripts runs scripts/TOOL/*.txtar, which need no pmcd, on our tools.
//
//	go test ./tests -run TestScripts/pmerr
//
// PCP_BIN=/usr/bin runs them on the genuine tools in that directory instead, which
// is what proves a script. UPDATE=1 as well writes what those print into the
// scripts; so no golden can come from ours.
func TestScripts(t *testing.T) {
	bin := os.Getenv("PCP_BIN")
	update := os.Getenv("UPDATE") != ""
	if update && bin == "" {
		t.Fatal("UPDATE needs PCP_BIN: goldens come from the genuine tools only")
	}
	if update {
		recordReference(t, bin)
	}
	if bin == "" {
		var err error
		if bin, err = conform.Ours(); err != nil {
			t.Fatal(err)
		}
	}
	dirs, err := filepath.Glob("scripts/*")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			testscript.Run(t, testscript.Params{
				Dir:                 dir,
				UpdateScripts:       update,
				RequireExplicitExec: true,
				Setup: func(env *testscript.Env) error {
					path := "PATH=" + bin + string(filepath.ListSeparator) + "/usr/bin:/bin"
					env.Vars = append(env.Vars, environ("PCPTOOLS_COMPAT="+reference(t), path)...)
					return nil
				},
				Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": status},
			})
		})
	}
}

// status implements the script command
//
//	status N command [argument...]
//
// which runs a command that must exit with status N. Its output is for the
// commands stdout, stderr and cmp; input comes from the file stdin, if the
// script has one.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command [argument...]")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("status: %v", err)
	}
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%s: %v", args[1], err)
	}
	if got != want {
		ts.Fatalf("%s: exit status %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}

// reference is the release that the goldens come from, whatever this machine has.
func reference(t *testing.T) string {
	text, err := os.ReadFile("testdata/REFERENCE")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(string(text))
	return words[len(words)-1]
}

// recordReference keeps the version of the tools that goldens come from.
func recordReference(t *testing.T, bin string) {
	out, err := exec.Command(filepath.Join(bin, "pminfo"), "--version").CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("The goldens below tests/scripts were written by the genuine tools:\n%s\n", bytes.TrimSpace(out))
	if err := os.WriteFile("testdata/REFERENCE", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
