package derive

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/libpcp"
)

// testdata/config holds files of definitions, and what libpcp (C)
// prints when it loads them, followed by the metrics it then has.
func TestConfig(t *testing.T) {
	dir := "testdata/config"
	files, err := filepath.Glob(filepath.Join(dir, "*.conf"))
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(strings.TrimSuffix(file, ".conf") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), loaded(string(text))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func loaded(text string) string {
	var out bytes.Buffer
	d := newClassic(&out)
	d.loadText("FILE", text)
	for _, def := range d.list[2:] {
		fmt.Fprintf(&out, "%s %s", def.name, def.id)
		for _, kind := range []libpcp.TextKind{libpcp.TextOneLine, libpcp.TextHelp} {
			text, err := d.text(def, kind)
			fmt.Fprintf(&out, " %q", text)
			if err != nil {
				fmt.Fprintf(&out, " %v", err)
			}
		}
		fmt.Fprintln(&out)
	}
	return out.String()
}

func FuzzConfig(f *testing.F) {
	files, _ := filepath.Glob("testdata/config/*.conf")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) { loaded(text) })
}
