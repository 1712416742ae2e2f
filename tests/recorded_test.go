package tests

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"pcptools/internal/need"
	"pcptools/internal/tree"
	"pcptools/tests/internal/conform"
)

// TestRecorded compares ours with what the genuine tools of each release have
// printed about archives of our own making. It needs nothing but Go, so it
// stands in where there is no such release. Where there is, the recordings
// themselves are checked; UPDATE=1 makes new ones there.
func TestRecorded(t *testing.T) {
	for _, version := range []string{"6.0.3", "6.3.8", "7.2.2"} {
		t.Run(version, func(t *testing.T) { testRecorded(t, version) })
	}
}

func testRecorded(t *testing.T, version string) {
	lines := new(conform.File)
	for _, name := range []string{"lines.txt", "newer.txt"} {
		if name == "newer.txt" && version == "6.0.3" {
			continue
		}
		file, err := conform.Load(filepath.Join("testdata", "releases", name))
		if err != nil {
			t.Fatal(err)
		}
		lines.Cases = append(lines.Cases, file.Cases...)
		lines.Files = append(lines.Files, file.Files...)
	}
	// Not t.TempDir: where the tools run is in what they print.
	dir, err := os.MkdirTemp("", "recorded")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	recordedArchives(t, dir)
	path := filepath.Join("testdata", "releases", version, "output.txt")
	recorded, err := readRecorded(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	usage := make(map[string]string) // of the tools that run
	run := func(in *tree.Tree, tools string, c conform.Case, env ...string) string {
		c.Env = append(append([]string{"PCP_DERIVED_CONFIG=", "PCP_VAR_DIR=."}, env...), c.Env...)
		text, err := conform.Output(in, tools, dir, c, lines.Files)
		if err != nil {
			t.Fatalf("%s: %v", c.Line, err)
		}
		return shortUsage(usage, c, text)
	}

	t.Run("ours", func(t *testing.T) {
		tools, err := conform.Ours()
		if err != nil {
			t.Fatal(err)
		}
		clear(usage)
		var n conform.Summary
		for _, c := range lines.Cases {
			want, ok := recorded[c.Line]
			if !ok {
				t.Errorf("%s: nothing recorded for %s", c.At, c.Line)
			}
			got := run(nil, tools, c, "PCPTOOLS_COMPAT="+version)
			if text := diff.Diff("recorded", []byte(want), "ours", []byte(got)); text != nil {
				n.Different++
				if conform.DigestMode() {
					t.Logf("%s: %s\n%s", c.At, c.Line, text)
				} else {
					t.Errorf("%s: %s\n%s", c.At, c.Line, text)
				}
				continue
			}
			n.Identical++
		}
		t.Log(n)
		if err := n.Append(t.Name()); err != nil {
			t.Error(err)
		}
	})
	t.Run("genuine", func(t *testing.T) {
		in, ok := theRelease(t, version)
		if !ok {
			return
		}
		clear(usage)
		var b strings.Builder
		for _, c := range lines.Cases {
			got := run(in, filepath.Dir(in.Genuine("pminfo")), c)
			fmt.Fprintf(&b, "$ %s\n%s", c.Line, got)
			if text := diff.Diff("recorded", []byte(recorded[c.Line]), "genuine", []byte(got)); text != nil && os.Getenv("UPDATE") == "" {
				t.Errorf("%s: the recording is wrong: %s\n%s", c.At, c.Line, text)
			}
		}
		if os.Getenv("UPDATE") != "" {
			writeFile(t, path, b.String())
		}
	})
}

// shortUsage puts a note in the place of a usage text that was there before.
func shortUsage(known map[string]string, c conform.Case, text string) string {
	at := strings.Index(text, "2|Usage: ")
	if at < 0 {
		return text
	}
	end := strings.LastIndex(text, "= ")
	usage := text[at:end]
	if known[c.Tool] == "" {
		known[c.Tool] = usage
	}
	if !slices.Contains(c.Args, "--help") && usage == known[c.Tool] {
		return text[:at] + "2|(usage)\n" + text[end:]
	}
	return text
}

// theRelease returns the tree of a release, nil for that of this machine. It
// is false for one that can be had no more; see [movedOn].
func theRelease(t *testing.T, version string, shared ...string) (*tree.Tree, bool) {
	var this *tree.Tree
	if this.Conf("PCP_VERSION") == version {
		need.PCP(t)
		return nil, true
	}
	if next := movedOn(t, version); next != "" {
		t.Logf("unstable has PCP %s now; only recordings of %s can be compared", next, version)
		return nil, false
	}
	return need.Tree(t, version, shared...), true
}

// unstable is the release of which Debian unstable had a package, and the name
// of its tree.
const unstable, unstableTree = "7.2.2", "sid"

// movedOn returns the version of PCP in Debian unstable, if version was there
// once but is no more.
func movedOn(t *testing.T, version string) string {
	versions, err := tree.Versions()
	if err != nil {
		t.Fatal(err)
	}
	for dir, v := range versions {
		if version == unstable && filepath.Base(dir) == unstableTree && v != unstable {
			return v
		}
	}
	return ""
}

// readRecorded reads recordings, by command line.
func readRecorded(path string) (map[string]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	recorded := make(map[string]string)
	line := ""
	for l := range strings.Lines(string(text)) {
		if strings.HasPrefix(l, "$ ") {
			line = strings.TrimSuffix(l[2:], "\n")
			continue
		}
		recorded[line] += l
	}
	return recorded, nil
}
