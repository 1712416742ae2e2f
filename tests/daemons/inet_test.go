//go:build unix

package daemons

import (
	"path/filepath"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/world"
)

// TestInet compares an agent that listens on a port, which is first a pmcd's and
// then ours.
func TestInet(t *testing.T) {
	need.PCP(t)
	dir := temporary(t)
	program := filepath.Join(dir, "kit", "pmdas", "simple", "pmdasimple")
	kit, err := world.NewKit(filepath.Join(dir, "kit"), world.Options{
		Extra: []world.Extra{{Name: "sinet", Domain: 358, Program: program, Channel: "inet", Like: "simple"}},
		Pmcd:  []string{"-q", "60", "-t", "60"},
	})
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{"pminfo -dmtT sinet", "pminfo -f sinet.color", "pmstore sinet.numfetch -1"}
	w, err := kit.Start()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, line := range lines {
		want = append(want, run(t, w, pcpconf.Genuine("pminfo"), line))
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	wantNone(t, dir)
	s := subject{}
	for i, line := range lines {
		got := run(t, w, filepath.Join(tools(t), "pminfo"), s.inLocal(line, "sinet", w), "PCP_PMCDCONF_PATH="+kit.Conf(), patient)
		if diff := gocmp.Diff(want[i], got); diff != "" {
			t.Errorf("%s (-genuine +ours):\n%s", line, diff)
		}
	}
	wantNone(t, dir)
}
