package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"pcptools/internal/world"
)

// fleet compares our pminfo asking many hosts at once with a shell's loop of
// PCP's.
func (b *bench) fleet() error {
	hosts, end, err := startHosts(8)
	defer end()
	if err != nil {
		return err
	}
	loop := `for host; do "$0" -h $host -f sample.long || exit; done`
	r := &row{line: "8 pmcds: a loop, ours at once", commands: [2]func() *exec.Cmd{
		func() *exec.Cmd {
			return exec.Command("/bin/sh", slices.Concat([]string{"-c", loop, filepath.Join(b.genuine, "pminfo")}, hosts)...)
		},
		func() *exec.Cmd {
			return exec.Command(filepath.Join(b.ours, "pminfo"), "--format=jsonl", "--hosts="+strings.Join(hosts, ","), "-f", "sample.long")
		},
	}}
	if err := b.measure(b.runs, r); err != nil {
		return err
	}
	return report("many hosts", []*row{r})
}

// startHosts starts n pmcds. The function that it returns ends what has been
// started, also after an error.
func startHosts(n int) (hosts []string, end func(), err error) {
	dir, err := os.MkdirTemp("", "pcpbench")
	if err != nil {
		return nil, func() {}, err
	}
	var worlds []*world.World
	end = func() {
		for _, w := range worlds {
			w.Close()
		}
		os.RemoveAll(dir)
	}
	kit, err := world.NewKit(dir, world.Options{})
	for err == nil && len(hosts) < n {
		var w *world.World
		if w, err = kit.Start(); err == nil {
			worlds = append(worlds, w)
			hosts = append(hosts, "127.0.0.1:"+strconv.Itoa(w.Port))
		}
	}
	return hosts, end, err
}
