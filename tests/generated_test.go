package tests

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/tests/internal/conform"
	"pcptools/tests/internal/generate"
)

// TestGenerated compares made-up command lines on every archive of PCP's test
// suite, the damaged ones included. $SEED and $CASES widen the net:
//
//	SEED=7 CASES=20000 go test ./tests -run TestGenerated
func TestGenerated(t *testing.T) {
	good := need.Archives(t)
	seed, cases := number[uint64](t, "SEED", 1), number(t, "CASES", 1600)
	t.Run("archives", func(t *testing.T) { generated(t, good, seed, cases*5/6, false) })
	t.Run("badarchives", func(t *testing.T) {
		generated(t, filepath.Join(filepath.Dir(good), "badarchives"), seed, cases/6, true)
	})
}

// generated compares n made-up command lines on the archives of a directory, which
// may be damaged.
func generated(t *testing.T, dir string, seed uint64, n int, damaged bool) {
	subjects, err := generate.Subjects(nil, dir)
	if err != nil {
		t.Fatal(err)
	}
	const perFile = 100
	lines := generate.Lines(seed, n, subjects, false)
	var files []*conform.File
	for i := 0; i < len(lines); i += perFile {
		path := filepath.Join(t.TempDir(), "seed"+strconv.FormatUint(seed, 10)+"-"+strconv.Itoa(i/perFile)+".txt")
		text := strings.Join(lines[i:min(i+perFile, len(lines))], "\n")
		if err := os.WriteFile(path, []byte(text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		file, err := conform.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		file.Damaged = damaged
		files = append(files, file)
	}
	compare(t, conform.Options{Dir: dir}, files...)
}

// number reads a number from the environment.
func number[T uint64 | int](t *testing.T, name string, otherwise T) T {
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 62)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return T(n)
}
