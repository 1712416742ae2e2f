package main

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda/simple"
)

func TestCollect(t *testing.T) {
	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{New: simple.New}))
	defer c.Close()
	x, err := newCollector(t.Context(), c, "simple")
	if err != nil {
		t.Fatal(err)
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(x)
	for range 2 {
		families, err := registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range families {
			if f.GetName() == "simple_color" {
				found = true
				if n := len(f.Metric); n != 3 || f.Metric[0].Label[0].GetValue() != "blue" || f.GetHelp() == "" {
					t.Errorf("%v", f)
				}
			}
		}
		if !found {
			t.Errorf("families %v", families)
		}
	}
	if _, err := newCollector(t.Context(), c, "nosuch"); err == nil {
		t.Error("a name that does not exist")
	}
}
