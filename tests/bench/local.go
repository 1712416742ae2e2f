package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"pcptools/internal/pcpconf"
	"pcptools/libpcp"
	"pcptools/libpcp/local"
	"pcptools/libpcp/pmda/linux"
)

// localCommands are measured in local contexts with the linux agent alone: the
// genuine one as a shared object, ours as part of the tool.
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
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "without pmcd (-L)\tgenuine\tours\tratio\tpeak genuine\tours\t")
	for _, line := range localCommands {
		words := strings.Fields(line)
		r := &row{tool: words[0], args: words[1:]}
		fmt.Fprintf(os.Stderr, "%s ...\n", line)
		if err := b.direct(r, 3*b.runs, source...); err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%v\t%v\t%.2f\t%.1f MiB\t%.1f MiB\t\n", r.line(),
			round(r.genuine.direct), round(r.ours.direct), ratio(r.ours.direct, r.genuine.direct),
			mib(r.genuine.memory), mib(r.ours.memory))
	}
	if err := w.Flush(); err != nil {
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
