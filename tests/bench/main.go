// Bench compares the time, the round trips and the memory that PCP's tools
// and ours need for the same work on the same pmcd, in turn and so in the same
// minute: a private one with the whole name space of this machine besides that
// of the test agents. First directly, over loopback; then over a link that takes
// 25 ms each way.
//
//	go run ./tests/bench            (make bench builds the tools first)
//
// Before that, the time that each tool takes for the least it can do. After it, programs
// over the library, beside the same in C.
//
// Then on archives, which are made when they are first needed and kept in -cache: one
// of some 400 MB, plain and compressed, those of 500 days in a directory, one of many
// metrics, and one of many instances. Then without a pmcd. -part runs one of these.
//
// Times are medians of several runs. Round trips are defined in
// package slowlink. Over the slow link PCP's tools may take minutes: where
// they would need more than -patience, their time there is computed from their
// round trips, and marked with a ~.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/world"
)

const delay = 25 * time.Millisecond

type bench struct {
	genuine, ours string // directories of tools
	runs          int
	patience      time.Duration
	cache         string // directory for archives
	world         *world.World
}

// commands are measured on a pmcd.
var commands = []string{
	"pminfo -f sample.long.one",
	"pminfo",
	"pminfo -d",
	"pminfo -f",
	"pminfo -dfmtT",
	"pmprobe -v",
}

func main() {
	b := bench{genuine: filepath.Dir(pcpconf.Genuine("pminfo"))}
	flag.StringVar(&b.ours, "ours", "bin", "`directory` of our tools")
	flag.IntVar(&b.runs, "runs", 7, "runs of each command line")
	flag.DurationVar(&b.patience, "patience", 30*time.Second, "longest run of a genuine tool over the slow link")
	flag.StringVar(&b.cache, "cache", filepath.Join(os.TempDir(), "pcptools-bench"), "`directory` for archives")
	work := flag.Bool("twin", false, "do the work that the arguments name, see library.go")
	part := flag.String("part", "", "startup, live, library, archive, compressed, daily, wide, instances or local, `which` alone is to be measured")
	flag.Parse()
	run := func() error { return b.main(*part) }
	if *work {
		run = func() error { return twin(context.Background(), flag.Arg(0), flag.Arg(1)) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (b *bench) main(part string) error {
	if err := need.MissingPCP(); err != nil {
		return err
	}
	parts := []struct {
		name string
		run  func() error
	}{
		{"startup", b.startUp},
		{"live", func() error { return b.withWorld(func() error { return b.live(commands) }) }},
		{"library", b.library},
		{"archive", b.archives},
		{"compressed", b.compressed},
		{"daily", b.daily},
		{"wide", b.wide},
		{"instances", b.instances},
		{"local", b.local},
	}
	for _, p := range parts {
		if part != "" && part != p.name {
			continue
		}
		if err := p.run(); err != nil {
			return err
		}
	}
	return nil
}

// withWorld measures something on a pmcd.
func (b *bench) withWorld(measure func() error) error {
	dir, err := os.MkdirTemp("", "pcpbench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	kit, err := world.NewKit(dir, world.Options{Linux: true})
	if err != nil {
		return err
	}
	if b.world, err = kit.Start(); err != nil {
		return err
	}
	defer func() {
		b.world.Close()
		b.world = nil
	}()
	return measure()
}

// live compares command lines on a pmcd, directly and over a slow link.
func (b *bench) live(lines []string) error {
	names, err := b.command(b.genuine, "pminfo").Output()
	if err != nil {
		return fmt.Errorf("pminfo: %w", err)
	}
	fmt.Printf("%d metrics; %s, %d CPUs; genuine %s, ours %s\n",
		strings.Count(string(names), "\n"), runtime.GOARCH, runtime.NumCPU(), b.genuine, b.ours)
	rows := b.rows(lines, [2]string{}, "-h", b.address())
	if err := b.measure(b.runs, rows...); err != nil {
		return err
	}
	if err := b.overSlowLink(rows...); err != nil {
		return err
	}
	if err := report("directly", rows); err != nil {
		return err
	}
	return reportSlow(rows)
}
