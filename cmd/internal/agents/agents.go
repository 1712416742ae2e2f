// Package agents lists the agents that the tools have in themselves, for
// local contexts.
package agents

import (
	"pcptools/libpcp/options"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/jbd2"
	"pcptools/libpcp/pmda/kvm"
	"pcptools/libpcp/pmda/linux"
	"pcptools/libpcp/pmda/mmv"
	"pcptools/libpcp/pmda/pmcd"
	"pcptools/libpcp/pmda/pmimport"
	"pcptools/libpcp/pmda/proc"
	"pcptools/libpcp/pmda/sample"
	"pcptools/libpcp/pmda/simple"
	"pcptools/libpcp/pmda/trivial"
	"pcptools/libpcp/pmda/xfs"
	"pcptools/libpcp/release"
)

// Builtin are the agents. Those with a domain are part of every local context
// whose options do not say otherwise.
var Builtin = []options.Builtin{
	{Name: "linux", Domain: 60, New: linux.NewFor, Help: "linux/help"},
	{Name: "jbd2", New: func(release.Release) *pmda.Agent { return jbd2.New() }, Help: "jbd2/help", NamedByPath: true},
	{Name: "kvm", New: func(release.Release) *pmda.Agent { return kvm.New() }, Help: "kvm/help", Spare: true},
	{Name: "mmv", Domain: 70, New: mmv.NewFor},
	{Name: "pmcd", Domain: 2, Alone: true, New: pmcd.NewFor, Help: "pmcd/help"},
	{Name: "pmimport", New: func(release.Release) *pmda.Agent { return pmimport.New() }, Help: "pmimport/help"},
	{Name: "pmproxy", DSO: "mmv", New: mmv.NewPmproxy},
	{Name: "proc", Domain: 3, Since: release.LocalProc, New: proc.NewFor, Help: "proc/help"},
	{Name: "sample", New: sample.NewFor, Help: "sample/dsohelp"},
	{Name: "simple", New: func(release.Release) *pmda.Agent { return simple.New() }, Help: "simple/help"},
	{Name: "trivial", New: func(release.Release) *pmda.Agent { return trivial.New() }, Help: "trivial/help"},
	{Name: "xfs", New: xfs.NewFor, Help: "xfs/help", NamedByPath: true, Spare: true},
}
