package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pcptools/libpcp/local"
	"pcptools/libpcp/pcp"
	"pcptools/libpcp/pmda/simple"
)

func TestRecord(t *testing.T) {
	o := pcp.Opener{Agents: []local.Agent{{New: simple.New}}}
	c, err := o.Open(t.Context(), pcp.Local, "")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	base := filepath.Join(t.TempDir(), "simple")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { // until there is something in it
		for ; ctx.Err() == nil; time.Sleep(time.Millisecond) {
			if info, err := os.Stat(base + ".0"); err == nil && info.Size() > 1000 {
				cancel()
			}
		}
	}()
	if err := record(ctx, c, base, []string{"simple.color", "simple.numfetch"}, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	a, err := pcp.Open(t.Context(), pcp.Archive, base)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	records := 0
	for r, err := range a.Records(t.Context()) {
		if err != nil || len(r.Sets) != 2 || len(r.Sets[0].Values) != 3 {
			t.Fatalf("%+v, %v", r, err)
		}
		records++
	}
	if records == 0 {
		t.Error("no records")
	}
}
