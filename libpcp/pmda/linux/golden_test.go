package linux_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/linux"
	"pcptools/libpcp/release"
)

// TestGolden compares all values of copies of the kernel's files with what the
// genuine agent made of them; see testdata/REFERENCE.
func TestGolden(t *testing.T) {
	goldens, err := filepath.Glob("testdata/*.golden")
	if err != nil || len(goldens) == 0 {
		t.Fatal("no goldens", err)
	}
	for _, golden := range goldens {
		t.Run(filepath.Base(golden), func(t *testing.T) {
			useTree(t, "../../../tests/linux/testdata/"+strings.TrimSuffix(filepath.Base(golden), ".golden"))
			checkGolden(t, contextOf(t, "6.0.3"), golden)
		})
	}
}

func checkGolden(t *testing.T, c *libpcp.Context, golden string) {
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
		if got := block(t, c, name); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

// forRoot matches metrics of which the agents have values for root only, whatever the
// mode of the files. The goldens are root's.
var forRoot = regexp.MustCompile(`^(mem\.slabinfo|tty\.serial)\.`)

// nameLine is how pminfo begins the values of a metric.
var nameLine = regexp.MustCompile(`(?m)^\n([a-z][\w.]*)\n`)

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

// contextOf has the agent of a release of PCP alone.
func contextOf(t *testing.T, version string) *libpcp.Context {
	v, err := release.Parse(version)
	if err != nil {
		t.Fatal(err)
	}
	agent := local.Agent{Domain: 60, Name: "linux", New: func() *pmda.Agent { return linux.NewFor(release.Of(v)) }}
	c := libpcp.NewContext(local.New(local.Config{}, agent))
	t.Cleanup(func() { c.Close() })
	return c
}

// block is a metric and its values as pminfo -f prints them.
func block(t *testing.T, c *libpcp.Context, name string) string {
	ids, err := c.Lookup(t.Context(), name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	result, err := c.Fetch(t.Context(), ids)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	desc, err := c.Desc(t.Context(), ids[0])
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	set := result.Sets[0]
	b := fmt.Appendf(nil, "\n%s\n", name)
	switch {
	case set.Err != nil:
		return fmt.Sprintf("%sError: %s\n", b, libpcp.ErrorText(set.Err))
	case len(set.Values) == 0:
		return string(b) + "No value(s) available!\n"
	}
	for _, v := range set.Values {
		b = append(b, "    "...)
		if desc.InDom != libpcp.NullInDom {
			inst, err := c.InstanceName(t.Context(), desc.InDom, v.Inst)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			b = fmt.Appendf(b, "inst [%d or %q] ", v.Inst, inst)
		}
		b = append(format.AppendValue(append(b, "value "...), set.Format, v, desc.Type), '\n')
	}
	return string(b)
}

// TestValidate is what the agent's Validated relies on.
func TestValidate(t *testing.T) {
	for _, version := range release.Reproduced() {
		if err := linux.NewFor(release.Of(version)).Validate(); err != nil {
			t.Errorf("%v: %v", version, err)
		}
	}
}
