package golden

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRecordings holds the recordings to their own rules.
func TestRecordings(t *testing.T) {
	dir, err := Dir()
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "archive", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	count := make(map[string]int)   // by release
	seen := make(map[string]string) // where lines are
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		records, err := Parse(filepath.Base(path), b)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(Format(records), b) {
			t.Errorf("%s is not as the recorder writes it", path)
		}
		for _, r := range records {
			if seen[r.Line] != "" {
				t.Errorf("%s: %s is in %s too", r.At, r.Line, seen[r.Line])
			}
			seen[r.Line] = r.At
			if len(r.Want) == 0 {
				t.Errorf("%s: nothing is recorded of %s (make golden)", r.At, r.Line)
			}
			for release := range r.Want {
				count[release]++
			}
		}
	}
	for _, release := range Releases {
		t.Logf("PCP %s: %d lines", release, count[release])
		if count[release] < 1500 {
			t.Errorf("PCP %s: only %d lines", release, count[release])
		}
	}
	recordings, err := LoadRecordings(dir)
	if err != nil {
		t.Fatal(err)
	}
	for line, e := range recordings.Except {
		if seen[line] == "" || !strings.HasPrefix(e.Note, "# ") {
			t.Errorf("%s: %s: not recorded, or without a reason", e.At, line)
		}
	}
}

// TestNames: each system can have files of these names.
func TestNames(t *testing.T) {
	dir, err := Dir()
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]string)
	err = fs.WalkDir(os.DirFS(dir), ".", func(path string, _ fs.DirEntry, err error) error {
		name := filepath.Base(path)
		if strings.ContainsAny(name, `<>:"\|?*`) || strings.TrimRight(name, ". ") != name && path != "." {
			t.Errorf("%q is no name on Windows", path)
		}
		stem, _, _ := strings.Cut(strings.ToUpper(name), ".")
		switch stem {
		case "CON", "PRN", "AUX", "NUL", "COM1", "COM2", "COM3", "COM4", "LPT1", "LPT2", "LPT3":
			t.Errorf("%q is a device on Windows", path)
		}
		if other := seen[strings.ToLower(path)]; other != "" {
			t.Errorf("%s and %s are one file where case does not count", path, other)
		}
		seen[strings.ToLower(path)] = path
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
