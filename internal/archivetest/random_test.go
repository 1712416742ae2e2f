package archivetest

import (
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"

	"pcptools/internal/need"
)

// What is written passes PCP's own check, but for the values of counters and
// the like, which it comments upon.
func TestRandom(t *testing.T) {
	for seed := range uint64(40) {
		h := Random(seed, Options{})
		base := filepath.Join(t.TempDir(), "random")
		if err := h.Write(base); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !reflect.DeepEqual(h, Random(seed, Options{})) {
			t.Errorf("seed %d: differs when made again", seed)
		}
		check(t, seed, base)
	}
}

func check(t *testing.T, seed uint64, base string) {
	path := need.ToolIfAny(t, "pmlogcheck")
	if path == "" {
		return
	}
	out, err := exec.Command(path, "-w", base).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("seed %d: %v\n%s", seed, err, out)
	}
}
