package linux

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"pcptools/internal/bare"
	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
)

// TestMade compares what pminfo prints of files made up for the purpose with what PCP's
// printed, which is in a file of the same name; make verify compares that with PCP's again,
// and UPDATE=1 writes it. Lines "ask METRICS…" of a comment are command lines, those with
// "here" depend on this machine too, and are compared by make verify alone; "set NAME=VALUE"
// is for the environment.
func TestMade(t *testing.T) {
	if runtime.GOOS != "linux" {
		need.Skip(t, "the files are those of Linux")
	}
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	pminfo := filepath.Join(ours, "pminfo")
	files, err := filepath.Glob("testdata/made/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			tree := t.TempDir()
			for _, f := range archive.Files {
				write(t, filepath.Join(tree, f.Name), f.Data)
			}
			environ, lines, here := asked(string(archive.Comment))
			environ = append(environ, "LINUX_STATSPATH="+tree)
			golden := strings.TrimSuffix(file, ".txtar") + ".golden"
			if os.Getenv("UPDATE") == "" {
				compareGolden(t, golden, lines, func(metrics string) string { return askBuiltin(t, pminfo, environ, metrics) })
			}
			need.PCP(t)
			genuine := func(metrics string) string { return ask(t, pcpconf.Genuine("pminfo"), environ, metrics) }
			if os.Getenv("UPDATE") != "" {
				var text strings.Builder
				for _, metrics := range lines {
					fmt.Fprintf(&text, "$ %s\n%s", metrics, genuine(metrics))
				}
				write(t, golden, []byte(text.String()))
			}
			compareGolden(t, golden, lines, genuine)
			for _, metrics := range here {
				if diff := cmp.Diff(genuine(metrics), ask(t, pminfo, environ, metrics)); diff != "" {
					t.Errorf("%s (-PCP +ours):\n%s", metrics, diff)
				}
			}
		})
	}
}

// asked are the settings and the command lines of a comment.
func asked(comment string) (environ, lines, here []string) {
	for line := range strings.Lines(comment) {
		line = strings.TrimSpace(line)
		if setting, ok := strings.CutPrefix(line, "set "); ok {
			environ = append(environ, setting)
		} else if metrics, ok := strings.CutPrefix(line, "ask here "); ok {
			here = append(here, metrics)
		} else if metrics, ok := strings.CutPrefix(line, "ask "); ok {
			lines = append(lines, metrics)
		}
	}
	return environ, lines, here
}

// askBuiltin is ask where no PCP is installed.
func askBuiltin(t *testing.T, pminfo string, environ []string, metrics string) string {
	args := []string{"-L", "-K", "clear", "-K", "add,60,linux/pmda_linux.so,linux_init", "-f"}
	cmd := exec.Command(pminfo, append(args, strings.Fields(metrics)...)...)
	cmd.Env = append(bare.Environ("PCP_VAR_DIR="+cacheDir(t)), environ...)
	return answer(cmd)
}

// compareGolden compares the answers to all lines with those of a golden.
func compareGolden(t *testing.T, golden string, lines []string, answer func(metrics string) string) {
	t.Helper()
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatalf("%v: make it with PCPTOOLS_VERIFY=1 UPDATE=1", err)
	}
	_, rest, _ := strings.Cut("\n"+string(text), "\n$ ")
	for i, metrics := range lines {
		var want string
		want, rest, _ = strings.Cut(rest, "\n$ ")
		if i+1 < len(lines) {
			want += "\n"
		}
		if diff := cmp.Diff(want, metrics+"\n"+answer(metrics)); diff != "" {
			t.Errorf("%s (-golden +now):\n%s", metrics, diff)
		}
	}
	if rest != "" {
		t.Errorf("%s has more answers than there are questions", golden)
	}
}
