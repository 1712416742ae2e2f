package tests

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"pcptools/internal/need"
	"pcptools/internal/programs"
	"pcptools/internal/world"
)

// TestFormatScripts runs formats/*.txtar: transcripts of what our tools have
// and PCP's do not, so that there is no other reference.
// UPDATE=1 writes what ours print into them, for a human to read.
func TestFormatScripts(t *testing.T) {
	need.PCP(t)
	archives := need.Archives(t)
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	w := world.Start(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "formats",
		UpdateScripts:       os.Getenv("UPDATE") != "",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, w.Env()...)
			env.Vars = append(env.Vars, "ARCHIVES="+archives,
				"PATH="+bin+string(filepath.ListSeparator)+"/usr/bin:/bin", "LC_ALL=C", "TZ=UTC")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": status},
	})
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
