package linux

import (
	"maps"
	"testing"
)

// TestBandwidths reads what an administrator may have written, up to the first error.
func TestBandwidths(t *testing.T) {
	nodes := map[string]int32{"node0": 0, "node1": 1}
	for text, want := range map[string]struct {
		ofNode    map[int32]float64
		complaint string
	}{
		"Version:1.0\nnode0:1024\nnode1: 20.5 \n": {map[int32]float64{0: 1024, 1: 20.5}, ""},
		"Version: 1.0 \n\n# a comment\nnode1:7":   {map[int32]float64{1: 7}, ""},
		"":                                        {nil, "Version missing at the start of /b"},
		"node0:1024\n":                            {nil, "Version missing at the start of /b"},
		"Version:2.0\nnode0:1024\n":               {nil, "Unsupported /b version '2.0', current version: 1.0"},
		"Version:1.0\nnode0:5\nnode7:1024\nnode1:1024\n": {map[int32]float64{0: 5}, "Unknown node 'node7' in /b"},
	} {
		ofNode, complaint := parseBandwidths([]byte(text), "/b", nodes)
		if !maps.Equal(ofNode, want.ofNode) || complaint != want.complaint {
			t.Errorf("%q: %v, %q; want %v, %q", text, ofNode, complaint, want.ofNode, want.complaint)
		}
	}
}
