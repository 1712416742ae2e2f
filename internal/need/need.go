// Package need decides what happens to a test that needs more than Go.
//
// PCPTOOLS_VERIFY=1, which make verify sets, is the one switch. Without it a test
// that needs PCP, or long, skips before anything looks at the machine, so that
// go test ./... is the same run wherever PCP is installed and where it is not. With
// it the test skips if something is missing, and reports what, or fails if CI=true.
//
// Every skip of the project goes through here. Its reason is one of few phrases,
// which are counted, and may go on behind a colon.
package need

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"pcptools/internal/pcpconf"
	"pcptools/internal/tree"
)

// Verifying reports whether tests that need PCP, or long, are wanted.
func Verifying() bool { return os.Getenv("PCPTOOLS_VERIFY") == "1" }

// Verify skips t unless make verify runs it. The reason says what it takes that
// make test does not have.
func Verify(t testing.TB, reason string) {
	t.Helper()
	if !Verifying() {
		t.Skipf("left to make verify: %s", reason)
	}
}

// PCP skips t unless PCP's tools and everything a private world is made
// of are installed.
func PCP(t testing.TB) {
	t.Helper()
	Verify(t, "runs PCP")
	if err := MissingPCP(); err != nil {
		Skip(t, err.Error())
	}
}

// Tool skips t unless one of PCP's tools is installed, and returns its path.
func Tool(t testing.TB, name string) string {
	t.Helper()
	Verify(t, "runs the genuine "+name)
	path := pcpconf.Genuine(name)
	if _, err := os.Stat(path); err != nil {
		Skip(t, "needs the genuine PCP: "+err.Error())
	}
	return path
}

// ToolIfAny returns the path of one of PCP's tools, or "" where t runs without it:
// anywhere but in make verify.
func ToolIfAny(t testing.TB, name string) string {
	t.Helper()
	if !Verifying() {
		return ""
	}
	path := pcpconf.Genuine(name)
	if _, err := os.Stat(path); err != nil {
		unless(t, t.Logf, "needs the genuine PCP: "+err.Error())
		return ""
	}
	return path
}

// Program skips t unless a program is in PATH.
func Program(t testing.TB, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		Skip(t, "needs "+name+": "+err.Error())
	}
}

// Root skips t unless root runs it. The reason says what for.
func Root(t testing.TB, reason string) {
	t.Helper()
	if os.Geteuid() != 0 {
		Skip(t, "needs root: "+reason)
	}
}

// Loopback skips t unless this machine can connect to itself, as a process with a
// network name space of its own may not.
func Loopback(t testing.TB) {
	t.Helper()
	if err := loopback(); err != nil {
		Skip(t, "needs a loopback interface: "+err.Error())
	}
}

var loopback = sync.OnceValue(func() error {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	c, err := net.Dial("tcp4", l.Addr().String())
	if err != nil {
		return err
	}
	return c.Close()
})

// Localhost skips t unless this machine knows the address of localhost, as a bare
// Debian does not.
func Localhost(t testing.TB) {
	t.Helper()
	Loopback(t)
	if _, err := net.DefaultResolver.LookupHost(t.Context(), "localhost"); err != nil {
		Skip(t, "needs the address of localhost: "+err.Error())
	}
}

// Namespaces skips t unless processes can have name spaces of their own, in which
// file systems are mounted, as root may outside of most containers.
func Namespaces(t testing.TB) {
	t.Helper()
	if out, err := exec.Command("unshare", "--mount", "--uts", "--net", "true").CombinedOutput(); err != nil {
		Skip(t, fmt.Sprintf("needs name spaces: %v %s", err, out))
	}
}

// Headers skips t unless programs in C over libpcp (C) can be built.
func Headers(t testing.TB) {
	t.Helper()
	Verify(t, "runs programs over libpcp (C)")
	File(t, filepath.Join(pcpconf.Get("PCP_INC_DIR"), "pmapi.h"))
	if _, err := exec.LookPath("gcc"); err != nil {
		Skip(t, "needs gcc: "+err.Error())
	}
}

// Archives skips t unless the archives of PCP's test suite are installed, and
// returns their directory.
func Archives(t testing.TB) string {
	t.Helper()
	Verify(t, "reads archives of PCP's test suite")
	dir := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "testsuite", "archives")
	if _, err := os.Stat(filepath.Join(dir, "ok-foo.meta")); err != nil {
		Skip(t, "needs PCP's test suite: "+err.Error())
	}
	return dir
}

// Tree skips t without a tree with a version of PCP, and returns it open, until
// the end of t. The directories shared are as for [tree.Open].
func Tree(t testing.TB, version string, shared ...string) *tree.Tree {
	t.Helper()
	Verify(t, "runs PCP "+version)
	tr, err := tree.Open(version, shared...)
	if err != nil {
		Skip(t, "needs a tree of PCP "+version+": "+err.Error())
	}
	t.Cleanup(func() {
		if err := tr.Close(); err != nil {
			t.Error(err)
		}
	})
	return tr
}

// File skips t without a file of a package that scripts/setup-pcp installs.
func File(t testing.TB, path string) {
	t.Helper()
	Verify(t, "needs a file that scripts/setup-pcp installs")
	if _, err := os.Stat(path); err != nil {
		Skip(t, "needs a file that scripts/setup-pcp installs: "+err.Error())
	}
}

// Skip skips t with the reason, or fails it in make verify where CI=true.
func Skip(t testing.TB, reason string) {
	t.Helper()
	unless(t, t.Skipf, reason)
}

// unless reports a reason, or fails t in make verify where CI=true.
func unless(t testing.TB, report func(string, ...any), reason string) {
	t.Helper()
	if Verifying() && os.Getenv("CI") == "true" {
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
