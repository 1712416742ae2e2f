// Package scripts tests scripts that have no better place for it.
package scripts

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
)

const modulePath = "example.org/some/where"

// TestRenameModule renames a copy of the tree, uses it from a module beside
// it, and renames it back.
func TestRenameModule(t *testing.T) {
	need.Verify(t, "compiles the library under another name")
	tree := copyTree(t)
	run(t, tree, "scripts/rename-module", modulePath)
	for imported := range strings.FieldsSeq(run(t, tree, "go", "list", "-deps", "./...")) {
		if strings.HasPrefix(imported, "pcptools") {
			t.Errorf("still imported: %s", imported)
		}
	}
	program := t.TempDir()
	write(t, filepath.Join(program, "main.go"), `package main

import (
	"fmt"

	"`+modulePath+`/libpcp"
)

func main() { fmt.Println(libpcp.NewPMID(60, 2, 0)) }
`)
	write(t, filepath.Join(program, "go.mod"), "module program\n\ngo 1.26\n") // or else as before 1.17, which loads the modules of all modules
	run(t, program, "go", "mod", "edit", "-require="+modulePath+"@v0.0.0", "-replace="+modulePath+"="+tree)
	if got := run(t, program, "go", "run", "-mod=mod", "."); got != "60.2.0\n" {
		t.Errorf("the program prints %q", got)
	}
	run(t, tree, "scripts/rename-module", "pcptools")
	compare(t, tree)
}

// copyTree copies the files of the tree that git knows.
func copyTree(t *testing.T) string {
	t.Helper()
	need.Program(t, "git")
	to := t.TempDir()
	for _, name := range files(t) {
		os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o755)
		info, err := os.Stat(filepath.Join("..", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(to, name), read(t, filepath.Join("..", name)), info.Mode())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// files lists the files that the renaming is about.
func files(t *testing.T) (names []string) {
	for name := range strings.SplitSeq(run(t, "..", "git", "ls-files"), "\n") {
		if info, err := os.Lstat(filepath.Join("..", name)); err == nil && info.Mode().IsRegular() && !strings.Contains(name, "testdata") {
			names = append(names, name)
		}
	}
	return names
}

func compare(t *testing.T, tree string) {
	t.Helper()
	for _, name := range files(t) {
		if !bytes.Equal(read(t, filepath.Join(tree, name)), read(t, filepath.Join("..", name))) {
			t.Errorf("%s is not as it was", name)
		}
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var errOut bytes.Buffer
	cmd.Stderr = &errOut
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", cmd, err, out, &errOut)
	}
	return string(out)
}
