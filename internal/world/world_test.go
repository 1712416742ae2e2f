package world_test

import (
	"os/exec"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/world"
)

func TestWorld(t *testing.T) {
	need.PCP(t)
	w := world.Start(t)

	for _, test := range []struct{ metric, want string }{
		{"sample.long.million", "sample.long.million 1 1000000\n"},
		{"sampledso.string.hullo", `sampledso.string.hullo 1 "hullo world!"` + "\n"},
		{"simple.color", "simple.color 3 1 101 201\n"},
		{"mmv.acme.products.count", "mmv.acme.products.count 3 100 20 3\n"},
		{"pmcd.hostname", `pmcd.hostname 1 "` + world.Hostname + `"` + "\n"},
	} {
		cmd := exec.Command(pcpconf.Genuine("pmprobe"), "-v", test.metric)
		cmd.Env = w.Env()
		out, err := cmd.CombinedOutput()
		if err != nil || string(out) != test.want {
			t.Errorf("%s: %v, got %q, want %q", cmd, err, out, test.want)
		}
	}

	cmd := exec.Command(pcpconf.Genuine("pminfo"), "-t", "simple.color", "trivial.time", "sampledso.bin", "mmv.acme.temperature")
	cmd.Env = w.Env()
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Contains(string(out), "Error") {
		t.Errorf("a help text is missing: %v\n%s", err, out)
	}
}
