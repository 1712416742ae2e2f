package proc_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"pcptools/libpcp/pmda/pmdatest"
	"pcptools/libpcp/pmda/proc"
	"pcptools/libpcp/release"
)

// TestGolden compares the values of made-up processes and control groups with what
// PCP's agent made of them; see testdata/REFERENCE.
func TestGolden(t *testing.T) {
	goldens, err := filepath.Glob("testdata/*.golden")
	if err != nil || len(goldens) < 8 {
		t.Fatalf("only goldens %q, %v", goldens, err)
	}
	for _, golden := range goldens {
		text, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(golden), ".golden")
		t.Run(name, func(t *testing.T) {
			if name == "metrics" {
				checkDescriptors(t, string(text))
				return
			}
			useTree(t, name)
			a := open(t)
			a.Printed("proc.nprocs") // there are no processes for proc.smaps before
			starts := nameLine.FindAllStringSubmatchIndex(string(text), -1)
			if len(starts) < 4 {
				t.Errorf("only %d metrics", len(starts))
			}
			for i, s := range starts {
				end := len(text)
				if i+1 < len(starts) {
					end = starts[i+1][0]
				}
				metric, want := string(text[s[2]:s[3]]), string(text[s[0]:end])
				if got := a.Printed(metric); got != want {
					t.Errorf("got %s\nwant %s", got, want)
				}
			}
		})
	}
}

// nameLine is how pminfo begins the values of a metric.
var nameLine = regexp.MustCompile(`(?m)^\n([a-z][\w.]*)\n`)

// checkDescriptors compares the descriptors of all metrics.
func checkDescriptors(t *testing.T, golden string) {
	useTree(t, "made")
	a := open(t)
	got := make(map[string]bool)
	for _, metric := range a.Metrics() {
		got[a.Described(metric)] = true
	}
	for line := range strings.Lines(golden) {
		line = strings.TrimSuffix(line, "\n")
		if !got[line] {
			t.Errorf("no %s", line)
		}
		delete(got, line)
	}
	for line := range got {
		t.Errorf("not in PCP: %s", line)
	}
}

func open(t *testing.T) *pmdatest.Agent {
	v, err := release.Parse("6.0.3")
	if err != nil {
		t.Fatal(err)
	}
	return pmdatest.Open(t, proc.NewFor(release.Of(v)))
}

// useTree has the agent read the directory or archive of files of a name.
func useTree(t *testing.T, name string) {
	tree := filepath.Join("testdata", name)
	if _, err := os.Stat(tree); err != nil {
		tree = extract(t, filepath.Join("testdata", name+".txtar"))
	}
	t.Setenv("PROC_STATSPATH", tree)
	t.Setenv("PROC_HERTZ", "100")
	t.Setenv("PROC_PAGESIZE", "4096")
}

// unprintable are characters that text files cannot have. A line ends with ␀ where
// the file has no line feed.
var unprintable = strings.NewReplacer("␀\n", "\x00", "␀", "\x00", "␛", "\x1b")

// extract makes the files of an archive.
func extract(t *testing.T, file string) (dir string) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	for _, f := range archive.Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(unprintable.Replace(string(f.Data))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
