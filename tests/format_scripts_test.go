package tests

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"pcptools/internal/need"
	"pcptools/internal/world"
	"pcptools/tests/internal/conform"
)

// TestFormatScripts runs formats/*.txtar: transcripts of what our tools have
// and the genuine ones do not, so that there is no other reference.
// UPDATE_FORMATS=1 writes what ours print into them, for a human to read.
func TestFormatScripts(t *testing.T) {
	need.PCP(t)
	archives := need.Archives(t)
	bin, err := conform.Ours()
	if err != nil {
		t.Fatal(err)
	}
	w := world.Start(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "formats",
		UpdateScripts:       os.Getenv("UPDATE_FORMATS") != "",
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
