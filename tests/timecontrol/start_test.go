package timecontrol

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/programs"
)

// TestStart compares what both report when -g finds no pmtime, or one that does
// not work.
func TestStart(t *testing.T) {
	need.PCP(t)
	archive := filepath.Join(need.Archives(t), "babylon.percpu_v2")
	dir, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	programs := map[string]string{
		"none":        "",
		"silent":      "exit 1",
		"no port":     "echo port=x",
		"other words": "echo junk; echo port=1",
		"refused":     "echo \"args=$*\" >&2; echo port=1",
	}
	for name, program := range programs {
		t.Run(name, func(t *testing.T) {
			path := t.TempDir()
			if program != "" {
				script := "#!/bin/sh\n" + program + "\n"
				if err := os.WriteFile(filepath.Join(path, "pmtime"), []byte(script), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			run := func(bin string) string {
				cmd := exec.Command(bin, "-g", "-a", archive, "kernel.all.load")
				cmd.Env = []string{"PATH=" + path, "TZ=UTC", "HOME=/"}
				out, err := cmd.CombinedOutput()
				return string(out) + err.Error()
			}
			want := run(need.Tool(t, "pmval"))
			if got := run(filepath.Join(dir, "pmval")); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}
