package hostile

import (
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
)

// TestContradiction has values of another type than the descriptors say. No
// format shows them, or their bytes, as values.
func TestContradiction(t *testing.T) {
	memory := sourcetest.NewMemory(1)
	for i := range memory.Metrics {
		set := &memory.Metrics[i].Values
		set.Format = libpcp.PointerDynamic
		for j, v := range set.Values {
			set.Values[j] = encode(libpcp.TypeDouble, v.Inst, 1_000_001)
		}
	}
	address := pmcdtest.Listen(t, pmcdtest.Serve(memory, pmcdtest.AllFeatures))
	for _, line := range []string{"pminfo -f memory.one memory.host.name many", "pmprobe -v memory.load", "pmval -r -s 1 memory.load"} {
		for _, format := range formats[1:] {
			words := strings.Fields(line)
			args := append([]string{"-h", address, "--format=" + format}, words[1:]...)
			run := tool(t, nil, words[0], args...)
			out := string(run.Stdout)
			if strings.Contains(out, "base64") || strings.Contains(out, "QS6EgAAAA") || !strings.Contains(out, "PM_ERR_CONV") && !strings.Contains(out, "Impossible") {
				t.Errorf("%s --format=%s:\n%s", line, format, run.Output())
			}
		}
	}
}
