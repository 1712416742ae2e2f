package agents

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/libpcp/pmda/pmdatest"
	"pcptools/libpcp/release"
)

// TestDescriptors compares the descriptors of agents that are small or have no
// recorded values with those of PCP's. The goldens have lines of pminfo -dm, those
// about a pmcd only as far as the agent has them.
func TestDescriptors(t *testing.T) {
	t.Setenv("PCP_TMP_DIR", t.TempDir())
	t.Setenv("PCP_VAR_DIR", t.TempDir())
	for _, version := range []string{"6.0.3", "7.2.2"} {
		text, err := os.ReadFile(filepath.Join("testdata", version+".golden"))
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := release.Parse(version)
		if err != nil {
			t.Fatal(err)
		}
		want := make(map[string]string)
		for line := range strings.Lines(string(text)) {
			name, _, _ := strings.Cut(line, " ")
			want[name] = strings.TrimSuffix(line, "\n")
		}
		for _, b := range Builtin {
			if !strings.Contains(string(text), "\n"+b.Name+".") {
				continue
			}
			a := pmdatest.Open(t, b.New(release.Of(parsed)))
			for _, name := range a.Metrics() {
				if got := a.Described(name); got != want[name] {
					t.Errorf("%s: %s\nwant %s", version, got, want[name])
				}
				delete(want, name)
			}
		}
		for name := range want {
			t.Errorf("%s: there is no %s", version, name)
		}
	}
}
