package main

import (
	"path/filepath"

	"pcptools/internal/pcpconf"
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

// local compares the tools without a pmcd.
func (b *bench) local() error {
	names := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_linux")
	agent := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "linux", "pmda_linux.so")
	source := []string{"-L", "-K", "clear", "-K", "add,60," + agent + ",linux_init", "-n", names}
	return b.table("without pmcd (-L)", 3*b.runs, b.rows(localCommands, [2]string{}, source...)...)
}
