// Package agents lists the agents that the tools have in themselves, for
// local contexts.
package agents

import (
	"pcptools/libpcp/options"
	"pcptools/libpcp/pmda/linux"
	"pcptools/libpcp/pmda/mmv"
	"pcptools/libpcp/pmda/pmcd"
	"pcptools/libpcp/pmda/sample"
	"pcptools/libpcp/pmda/simple"
	"pcptools/libpcp/pmda/trivial"
)

// Builtin are the agents. Those with a domain are part of every local context
// whose options do not say otherwise.
var Builtin = []options.Builtin{
	{Name: "linux", Domain: 60, New: linux.New, Help: "linux/help"},
	{Name: "mmv", Domain: 70, New: mmv.New},
	{Name: "pmcd", Domain: 2, New: pmcd.New, Help: "pmcd/help"},
	{Name: "pmproxy", DSO: "mmv", New: mmv.NewPmproxy},
	{Name: "sample", New: sample.New, Help: "sample/dsohelp"},
	{Name: "simple", New: simple.New, Help: "simple/help"},
	{Name: "trivial", New: trivial.New, Help: "trivial/help"},
}
