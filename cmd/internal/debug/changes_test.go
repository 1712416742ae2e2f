package debug

import (
	"testing"

	"pcptools/libpcp"
)

func TestAppendChanges(t *testing.T) {
	for changes, want := range map[libpcp.StateChange]string{
		0:    "",
		0x3f: "PMCD state changes: agent(s) added restarted dropped, label change, names change\n",
		0x02: "PMCD state changes: agent(s) restarted\n",
		0x18: "PMCD state changes: label change, names change\n",
		0x11: "PMCD state changes: agent(s) added, names change\n",
		0x20: "PMCD state changes: \n",
	} {
		if got := string(appendChanges(nil, changes, true)); got != want {
			t.Errorf("%#x: got %q, want %q", changes, got, want)
		}
	}
}
