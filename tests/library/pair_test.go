// Package library makes the same calls in C and in Go: each test builds a program
// of testdata over libpcp (C) of every release that is here, and compares what it
// prints with what libpcp/ answers.
package library

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/tree"
	"pcptools/libpcp/release"
)

// program is one in C, of this machine or in a tree.
type program struct {
	in   *tree.Tree
	path string
	Env  []string
}

// releases are the newer ones that the tools reproduce.
var releases = []string{"6.3.8", "7.2.2"}

// inEachRelease runs a test with a program of testdata, built for libpcp (C) of
// each release. Directories shared are seen in trees too.
func inEachRelease(t *testing.T, source string, test func(t *testing.T, c program), shared ...string) {
	t.Helper()
	t.Run("installed", func(t *testing.T) { test(t, build(t, nil, source)) })
	for _, version := range releases {
		t.Run(version, func(t *testing.T) { test(t, build(t, need.Tree(t, version, shared...), source)) })
	}
}

// build compiles a program and links it with libpcp (C), and with other libraries.
// Newer releases give it the functions of 6.0.3.
func build(t *testing.T, in *tree.Tree, source string, libraries ...string) program {
	t.Helper()
	need.Headers(t)
	text, err := os.ReadFile(filepath.Join("testdata", source))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	copied, path := filepath.Join(dir, source), filepath.Join(dir, strings.TrimSuffix(source, ".c"))
	if err := os.WriteFile(copied, text, 0o666); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-w", "-DPMAPI_VERSION=2", "-o", path, copied}, libraries...)
	if out, err := in.Command(t.Context(), "/usr/bin/gcc", append(args, "-lpcp")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program{in: in, path: path}
}

// release is that of the program's libpcp.
func (p program) release() release.Release {
	version := release.Version{Major: 6, Patch: 3}
	if p.in != nil {
		version, _ = release.Parse(p.in.Version)
	}
	return release.Of(version)
}

// command is the program with arguments.
func (p program) command(t *testing.T, args ...string) *exec.Cmd {
	cmd := p.in.Command(t.Context(), p.path, args...)
	cmd.Env = append(os.Environ(), append([]string{"PCP_DERIVED_CONFIG=", "TZ=UTC", "LC_ALL=C"}, p.Env...)...)
	return cmd
}

// run returns what the program prints for an input.
func (p program) run(t *testing.T, input string, args ...string) string {
	t.Helper()
	cmd := p.command(t, args...)
	cmd.Stdin = strings.NewReader(input)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, stderr.String())
	}
	return string(out)
}

// same compares what both have printed, line by line.
func same(t *testing.T, want, got string) {
	t.Helper()
	if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); d != "" {
		t.Errorf("-C +Go:\n%s", d)
	}
}
