package openmetrics_test

import (
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/openmetrics"
)

// TestFirstValue takes the first value of a metric of a sample, and no more.
func TestFirstValue(t *testing.T) {
	base, remove := recorded()
	defer remove()
	a, err := archive.Open(t.Context(), base, archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := libpcp.NewContext(a)
	defer c.Close()
	g, err := c.Group(t.Context(), "shop.stock")
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range openmetrics.OfSample(t.Context(), c, g, s) {
		for v := range m.Values {
			if v.Instance.Name != "apples" || v.Atom.Float64() != 1 {
				t.Errorf("%+v", v)
			}
			break
		}
	}
}
