package pmcd_test

import (
	"cmp"
	"maps"
	"os"
	"slices"
	"strconv"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda/pmcd"
	"pcptools/libpcp/pmda/simple"
)

// TestValues has the agents of a process as those of a pmcd, and what it says about
// itself.
func TestValues(t *testing.T) {
	src := local.New(local.Config{},
		local.Agent{Domain: 2, Name: "pmcd", New: pmcd.New},
		local.Agent{Domain: 253, Name: "simple", New: simple.New},
		local.Agent{Domain: 254, Name: "other", New: simple.New})
	c := libpcp.NewContext(src)
	defer c.Close()
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{"pmcd": "pmcd", "simple": "simple", "other": "other"}
	zeros := map[string]string{"pmcd": "0", "simple": "0", "other": "0"}
	for metric, want := range map[string]map[string]string{
		"pmcd.agent.name":   names,
		"pmcd.agent.type":   zeros,
		"pmcd.agent.status": zeros,
		"pmcd.numagents":    {"": "3"},
		"pmcd.numclients":   {"": "1"},
		"pmcd.seqnum":       {"": "1"},
		"pmcd.build":        {"": "1"},
		"pmcd.hostname":     {"": host},
	} {
		group, err := c.Group(t.Context(), metric)
		if err != nil {
			t.Fatal(err)
		}
		sample, err := group.Fetch(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		readings, err := sample.Values(metric)
		if err != nil {
			t.Fatal(err)
		}
		got := make(map[string]string)
		for _, r := range readings {
			got[r.Instance] = cmp.Or(r.Value.Text(), strconv.Itoa(int(r.Value.Float64())))
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", metric, got, want)
		}
	}
	ids, err := c.Lookup(t.Context(), "pmcd.agent.name")
	if err != nil {
		t.Fatal(err)
	}
	desc, err := c.Desc(t.Context(), ids[0])
	if err != nil {
		t.Fatal(err)
	}
	instances, err := c.Instances(t.Context(), desc.InDom)
	if want := []libpcp.Instance{{ID: 2, Name: "pmcd"}, {ID: 253, Name: "simple"}, {ID: 254, Name: "other"}}; err != nil || !slices.Equal(instances, want) {
		t.Errorf("instances %v, %v", instances, err)
	}
}
