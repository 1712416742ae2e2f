package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"pcptools/internal/pcpconf"
	"pcptools/libpcp"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda/linux"
)

// localCommands are measured in local contexts with the linux agent alone:
// PCP's as a shared object, ours as part of the tool.
var localCommands = []string{
	"pminfo -f kernel.all.load",
	"pminfo -f",
	"pminfo -dfmtT",
	"pmprobe -v",
	"pmval -s 3 -t 0.01 kernel.all.load",
}

// local compares the tools without a pmcd, and counts fetches in process.
func (b *bench) local() error {
	names := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_linux")
	agent := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "linux", "pmda_linux.so")
	source := []string{"-L", "-K", "clear", "-K", "add,60," + agent + ",linux_init", "-n", names}
	if err := b.withoutPMCD("without pmcd (-L)", localCommands, source); err != nil {
		return err
	}
	fmt.Println()
	for _, metric := range []string{"kernel.all.load", "kernel.all", ""} {
		if err := countFetches(metric); err != nil {
			return err
		}
	}
	return nil
}

// countFetches prints how often the metrics below a name are fetched in a
// second, in this process.
func countFetches(below string) error {
	ctx := context.Background()
	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 60, Name: "linux", New: linux.New}))
	defer c.Close()
	names, err := c.Traverse(ctx, below)
	if err != nil {
		return err
	}
	ids, err := c.Lookup(ctx, names...)
	if err != nil {
		return err
	}
	n, start := 0, time.Now()
	for ; time.Since(start) < time.Second; n++ {
		if _, err := c.Fetch(ctx, ids); err != nil {
			return err
		}
	}
	fmt.Printf("%d fetches/s of %d metrics %s\n", int(float64(n)/time.Since(start).Seconds()), len(ids), below)
	return nil
}
