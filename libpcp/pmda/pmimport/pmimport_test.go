package pmimport

import (
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
)

func TestAgent(t *testing.T) {
	if err := New().Validate(); err != nil {
		t.Error(err)
	}
	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 43, Name: "pmimport", New: New}))
	defer c.Close()
	ids, err := c.Lookup(t.Context(), "pmimport.archive", "pmimport.hostname", "pmimport.timezone")
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Fetch(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range []int{0, 1, 1} {
		if set := r.Sets[i]; set.Err != nil || len(set.Values) != n {
			t.Errorf("%v: %d values, %v", ids[i], len(set.Values), set.Err)
		}
	}
}
