package tests

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"pcptools/internal/archivetest"
	"pcptools/internal/need"
	"pcptools/internal/tree"
	"pcptools/tests/internal/conform"
)

// TestGenerated compares made-up command lines on every archive of PCP's test
// suite, the damaged ones included, and on random archives.
func TestGenerated(t *testing.T) {
	good := need.Archives(t)
	bad := filepath.Join(filepath.Dir(good), "badarchives")
	seed, cases := seed(), cases(1600)
	t.Run("archives", func(t *testing.T) {
		subjects := subjectsOf(t, nil, good)
		generated(t, good, seed, generatedLines(seed, cases*5/6, optionsOf(t, nil), subjects))
	})
	t.Run("badarchives", func(t *testing.T) {
		generated(t, bad, seed, generatedLines(seed, cases/6, optionsOf(t, nil), subjectsOf(t, nil, bad)))
	})
	t.Run("random", func(t *testing.T) {
		for _, name := range []string{"archives", "badarchives"} {
			dir := filepath.Join(t.TempDir(), name)
			writeRandom(t, dir, seed, cases/100, name == "badarchives")
			generated(t, dir, seed, generatedLines(seed, cases/12, optionsOf(t, nil), subjectsOf(t, nil, dir)))
		}
	})
}

// writeRandom makes a directory with n random archives, r0 and so on.
func writeRandom(t *testing.T, dir string, seed uint64, n int, damaged bool) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		base, seed := filepath.Join(dir, "r"+strconv.Itoa(i)), seed*1000+uint64(i)
		if err := archivetest.Random(seed, archivetest.Options{Plain: true}).Write(base); err != nil {
			t.Fatal(err)
		}
		if !damaged {
			continue
		}
		if err := archivetest.Damage(base, seed); err != nil {
			t.Fatal(err)
		}
	}
}

// subjectsOf are the archives of a directory of a tree.
func subjectsOf(t *testing.T, in *tree.Tree, dir string) []Subject {
	t.Helper()
	subjects, err := findSubjects(in, dir)
	if err != nil {
		t.Fatal(err)
	}
	return subjects
}

// optionsOf are the options of a tree's tools.
func optionsOf(t *testing.T, in *tree.Tree) Tools {
	t.Helper()
	tools, err := usageOptions(in)
	if err != nil {
		t.Fatal(err)
	}
	return tools
}

// generated compares made-up command lines on the archives of a directory.
func generated(t *testing.T, dir string, seed uint64, lines []string) {
	compare(t, conform.Options{Dir: dir}, archiveFiles(t, dir, seed, lines)...)
}

// archiveFiles makes case files of command lines on the archives of a directory.
func archiveFiles(t *testing.T, dir string, seed uint64, lines []string) []*conform.File {
	files := asFiles(t, "seed"+strconv.FormatUint(seed, 10), lines, 100, nil)
	for _, file := range files {
		file.Damaged = filepath.Base(dir) == "badarchives"
	}
	return files
}
