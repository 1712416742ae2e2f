package pmcdtest_test

import (
	"os/exec"
	"testing"

	"pcptools/internal/need"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
)

// want is what PCP's pminfo says about the metrics of a Memory.
const want = `
memory.load PMID: 200.0.0 [load average]
    Data Type: 32-bit int  InDom: 200.1 0x32000001
    Semantics: instant  Units: none
Help:
The load average, in thousandths.
    inst [1 or "1 minute"] value 32
    inst [5 or "5 minute"] value 32
    inst [15 or "15 minute"] value 32

memory.one PMID: 200.0.1 [the number one]
    Data Type: 32-bit unsigned int  InDom: PM_INDOM_NULL 0xffffffff
    Semantics: instant  Units: none
Help:
the number one
    value 32

memory.host.name PMID: 200.0.2 One-line Help: Error: One-line or help text is not available
    Data Type: string  InDom: PM_INDOM_NULL 0xffffffff
    Semantics: instant  Units: none
Full Help: Error: One-line or help text is not available
    value "a string"

memory.failing PMID: 200.0.3 [fails]
    Data Type: 32-bit int  InDom: PM_INDOM_NULL 0xffffffff
    Semantics: instant  Units: none
Help:
fails
Error: Try again. Information not currently available
`

// TestGenuineClient has PCP's pminfo ask the fake pmcd: if that is
// content, the fake will do.
func TestGenuineClient(t *testing.T) {
	pminfo := need.Tool(t, "pminfo")
	address := pmcdtest.Listen(t, pmcdtest.Serve(sourcetest.NewMemory(0), pmcdtest.AllFeatures))
	out, err := exec.Command(pminfo, "-h", address, "-dfmtT", "memory").CombinedOutput()
	if err != nil {
		t.Error(err)
	}
	if string(out) != want {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
}
