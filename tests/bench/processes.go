package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"pcptools/internal/pcpconf"
)

// processCount is how many processes the made tree has.
const processCount = 20000

// processCommands are measured in local contexts with the proc agent alone.
var processCommands = []string{
	"pminfo -f proc.nprocs",
	"pminfo -f proc.psinfo.utime",
	"pmval -s 5 -t 0.01 proc.psinfo.utime",
	"pmprobe -v proc.psinfo proc.id.uid",
}

// processes compares the tools on a machine with many processes.
func (b *bench) processes() error {
	tree, err := os.MkdirTemp("", "pcpbench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tree)
	for pid := 1; pid <= processCount; pid++ {
		if err := makeProcess(tree, pid); err != nil {
			return err
		}
	}
	names := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_proc")
	agent := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "proc", "pmda_proc.so")
	source := []string{"-L", "-K", "clear", "-K", "add,3," + agent + ",proc_init", "-n", names}
	on := *b
	on.env = []string{"PROC_STATSPATH=" + tree}
	return on.table(fmt.Sprintf("%d processes (-L)", processCount), 3*b.runs, on.rows(processCommands, [2]string{}, source...)...)
}

// makeProcess makes the files of a process.
func makeProcess(tree string, pid int) error {
	dir := filepath.Join(tree, "proc", strconv.Itoa(pid))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, text := range map[string]string{
		"stat": fmt.Sprintf("%d (prog%[1]d) S 1 1 1 0 -1 4194304 10 0 1 0 %[1]d 4 0 0 20 0 1 0 100 10000000 200 9 1 1%s\n",
			pid, strings.Repeat(" 0", 26)),
		"status":  fmt.Sprintf("Name:\tprog%d\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\nVmRSS:\t 800 kB\n", pid),
		"cmdline": fmt.Sprintf("/usr/bin/prog%d\x00-x\x00", pid),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
