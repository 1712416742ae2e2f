package linux_test

import (
	"cmp"
	"errors"
	"os"
	"os/user"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pcptools/libpcp/internal/nss"
	"pcptools/libpcp/pmda/linux"
	"pcptools/libpcp/pmda/pmdatest"
	"pcptools/libpcp/release"
)

// TestGolden compares all values of copies of the kernel's files with what PCP's
// agent made of them; see testdata/REFERENCE.
func TestGolden(t *testing.T) {
	for _, golden := range []string{"testdata/machine.golden", "testdata/small.golden"} {
		t.Run(filepath.Base(golden), func(t *testing.T) {
			useTree(t, "../../../tests/linux/testdata/"+strings.TrimSuffix(filepath.Base(golden), ".golden"))
			checkGolden(t, agentOf(t, "6.0.3"), golden)
		})
	}
}

func checkGolden(t *testing.T, a *pmdatest.Agent, golden string) {
	file, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	text := string(file)
	starts := nameLine.FindAllStringSubmatchIndex(text, -1)
	if len(starts) < 1000 {
		t.Errorf("%d metrics, want 1000", len(starts))
	}
	for i, s := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		name, want := text[s[2]:s[3]], text[s[0]:end]
		if os.Geteuid() != 0 && forRoot.MatchString(name) {
			want = "\n" + name + "\nNo value(s) available!\n"
		}
		if strings.HasSuffix(name, ".owner") {
			want = owner.ReplaceAllStringFunc(want, ownerHere)
		}
		if got := a.Printed(name); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

// forRoot matches metrics of which the agents have values for root only, whatever the
// mode of the files. The goldens are root's.
var forRoot = regexp.MustCompile(`^(mem\.slabinfo|tty\.serial)\.`)

// owner is a user in a golden: root, or the number of one that had no name there.
var owner = regexp.MustCompile(`(?m)"(root|\d{4,})"$`)

// ownerHere is what this machine calls the user.
func ownerHere(quoted string) string {
	id := strings.Replace(strings.Trim(quoted, `"`), "root", "0", 1)
	number, _ := strconv.ParseUint(id, 10, 32)
	name := nss.Host.User(uint32(number))
	if u, err := user.LookupId(id); err == nil {
		name = u.Username
	}
	return strconv.Quote(cmp.Or(name, id))
}

// nameLine is how pminfo begins the values of a metric.
var nameLine = regexp.MustCompile(`(?m)^\n([a-z][\w.]*)\n`)

// TestDescriptors compares the descriptors of all metrics.
func TestDescriptors(t *testing.T) {
	golden, err := os.ReadFile("testdata/metrics.golden")
	if err != nil {
		t.Fatal(err)
	}
	useTree(t, "../../../tests/linux/testdata/small")
	a := agentOf(t, "6.0.3")
	got := make(map[string]bool)
	for _, metric := range a.Metrics() {
		got[a.Described(metric)] = true
	}
	for line := range strings.Lines(string(golden)) {
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

// innerInterfaces is what interfaces.conf says where the goldens are from.
const innerInterfaces = "^(lo|bond[0-9]+|team[0-9]+|tun[0-9]+|virbr[0-9]+|virbr[0-9]+-nic|cni[0-9]+|cni-podman[0-9]+|" +
	"docker[0-9]+|veth[0-9]+|face)$\n"

// useTree has an agent read a tree of files, with the settings that belong to
// it.
func useTree(t *testing.T, tree string) {
	dir := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "linux"), 0o755),
		os.WriteFile(filepath.Join(dir, "linux", "interfaces.conf"), []byte(innerInterfaces), 0o644)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PCP_SYSCONF_DIR", dir)
	environ, err := os.ReadFile(filepath.Join(tree, "environ"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("LINUX_STATSPATH", tree)
	t.Setenv("PCP_VAR_DIR", t.TempDir())
	for _, setting := range strings.Fields(string(environ)) {
		name, value, _ := strings.Cut(setting, "=")
		t.Setenv(name, value)
	}
}

// agentOf opens the agent of a release of PCP.
func agentOf(t *testing.T, version string) *pmdatest.Agent {
	v, err := release.Parse(version)
	if err != nil {
		t.Fatal(err)
	}
	return pmdatest.Open(t, linux.NewFor(release.Of(v)))
}

// TestValidate is what the agent's Validated relies on.
func TestValidate(t *testing.T) {
	for _, version := range release.Reproduced() {
		if err := linux.NewFor(release.Of(version)).Validate(); err != nil {
			t.Errorf("%v: %v", version, err)
		}
	}
}
