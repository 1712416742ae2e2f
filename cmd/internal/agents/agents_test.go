package agents

import (
	"os"
	"strings"
	"testing"

	"pcptools/libpcp/pmda/pmdatest"
	"pcptools/libpcp/release"
)

// TestDescriptors compares the descriptors of agents that are small or have no
// recorded values with those of PCP's. The golden has lines of pminfo -dm of PCP 6.0.3,
// those about a pmcd only as far as the agent has them.
func TestDescriptors(t *testing.T) {
	golden, err := os.ReadFile("testdata/metrics.golden")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PCP_TMP_DIR", t.TempDir())
	t.Setenv("PCP_VAR_DIR", t.TempDir())
	want := make(map[string]string)
	for line := range strings.Lines(string(golden)) {
		name, _, _ := strings.Cut(line, " ")
		want[name] = strings.TrimSuffix(line, "\n")
	}
	compared := 0
	for _, b := range Builtin {
		if !strings.Contains(string(golden), "\n"+b.Name+".") {
			continue
		}
		a := pmdatest.Open(t, b.New(release.Of(release.Reproduced()[0])))
		for _, name := range a.Metrics() {
			if got := a.Described(name); got != want[name] {
				t.Errorf("%s\nwant %s", got, want[name])
			}
			delete(want, name)
			compared++
		}
	}
	for name := range want {
		t.Errorf("there is no %s", name)
	}
	if compared < 400 {
		t.Errorf("%d metrics", compared)
	}
}
