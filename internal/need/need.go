// Package need decides what happens to a test whose prerequisites are not on
// this machine: it skips, saying what is missing, or, in CI, it fails.
//
// Every skip of the project goes through here, so that CI=true leaves no test
// unrun by accident.
package need

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"pcptools/internal/pcpconf"
	"pcptools/internal/tree"
)

// PCP skips t unless the genuine tools and everything a private world is made
// of are installed.
func PCP(t testing.TB) {
	t.Helper()
	if err := MissingPCP(); err != nil {
		Skip(t, err.Error())
	}
}

// Tool skips t unless a genuine tool is installed, and returns its path.
func Tool(t testing.TB, name string) string {
	t.Helper()
	path := ToolIfAny(t, name)
	if path == "" {
		t.SkipNow()
	}
	return path
}

// ToolIfAny returns the path of a genuine tool, or "" for a test that has
// something to say without it, too. In CI the tool must be there.
func ToolIfAny(t testing.TB, name string) string {
	t.Helper()
	path := pcpconf.Genuine(name)
	if _, err := os.Stat(path); err != nil {
		unless(t, t.Logf, "needs the genuine "+name+" (scripts/setup-pcp installs it): "+err.Error())
		return ""
	}
	return path
}

// Program skips t unless a program is in PATH.
func Program(t testing.TB, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		Skip(t, err.Error())
	}
}

// Headers skips t unless programs in C over libpcp (C) can be built.
func Headers(t testing.TB) {
	t.Helper()
	File(t, filepath.Join(pcpconf.Get("PCP_INC_DIR"), "pmapi.h"))
	if _, err := exec.LookPath("gcc"); err != nil {
		Skip(t, "needs gcc (scripts/setup-pcp installs it): "+err.Error())
	}
}

// Archives skips t unless the archives of PCP's test suite are installed, and
// returns their directory.
func Archives(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "testsuite", "archives")
	if _, err := os.Stat(filepath.Join(dir, "ok-foo.meta")); err != nil {
		Skip(t, "needs the archives of pcp-testsuite (scripts/setup-pcp installs them): "+err.Error())
	}
	return dir
}

// Tree skips t unless there is a tree with a version of PCP, and returns it
// open, until the end of t. The directories shared are as for [tree.Open].
func Tree(t testing.TB, version string, shared ...string) *tree.Tree {
	t.Helper()
	if _, err := tree.Find(version); err != nil {
		Skip(t, err.Error())
	}
	tr, err := tree.Open(version, shared...)
	if err != nil {
		Skip(t, err.Error())
	}
	t.Cleanup(func() {
		if err := tr.Close(); err != nil {
			t.Error(err)
		}
	})
	return tr
}

// File skips t unless a file that belongs to a package is there.
func File(t testing.TB, path string) {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		Skip(t, "scripts/setup-pcp installs it: "+err.Error())
	}
}

// Skip skips t with the reason, or fails it where CI=true.
func Skip(t testing.TB, reason string) {
	t.Helper()
	unless(t, t.Skipf, reason)
}

// unless reports a reason, or fails t where CI=true.
func unless(t testing.TB, report func(string, ...any), reason string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf("would skip, which CI does not accept: %s", reason)
	}
	report("%s", reason)
}

// MissingPCP says which part of PCP a private world lacks on this machine, or
// returns nil.
func MissingPCP() error {
	pmdas := pcpconf.Get("PCP_PMDAS_DIR")
	for _, file := range []string{
		pcpconf.Genuine("pminfo"),
		filepath.Join(pcpconf.Get("PCP_BINADM_DIR"), "pmcd"),
		filepath.Join(pmdas, "sample", "pmdasample"),
		filepath.Join(pmdas, "simple", "simple.c"),
		filepath.Join(pmdas, "mmv", "pmda_mmv.so"),
		filepath.Join(pcpconf.Get("PCP_INC_DIR"), "pmda.h"),
	} {
		if _, err := os.Stat(file); err != nil {
			return fmt.Errorf("needs the genuine PCP (scripts/setup-pcp installs it): %w", err)
		}
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		return fmt.Errorf("needs gcc to build the simple and trivial agents: %w", err)
	}
	return nil
}
