package linux

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
)

// TestMade compares what pminfo prints of files made up for the purpose. Lines
// "ask METRICS…" of a comment are command lines, "set NAME=VALUE" is for the
// environment.
func TestMade(t *testing.T) {
	need.PCP(t)
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
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
			environ := []string{"LINUX_STATSPATH=" + tree}
			for line := range strings.Lines(string(archive.Comment)) {
				if setting, ok := strings.CutPrefix(line, "set "); ok {
					environ = append(environ, strings.TrimSpace(setting))
				}
			}
			for line := range strings.Lines(string(archive.Comment)) {
				metrics, ok := strings.CutPrefix(line, "ask ")
				if !ok {
					continue
				}
				want := ask(t, pcpconf.Genuine("pminfo"), environ, metrics)
				got := ask(t, filepath.Join(ours, "pminfo"), environ, metrics)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s (-genuine +ours):\n%s", strings.TrimSpace(metrics), diff)
				}
			}
		})
	}
}
