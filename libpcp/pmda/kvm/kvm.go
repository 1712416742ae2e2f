// Package kvm is the PMDA for the Linux kernel's virtual machines, without
// trace points: kvm.trace.count is 0, as without any in kvm.conf.
//
// It reads the kernel's counters of all guests together, below
// /sys/kernel/debug/kvm, when a metric is fetched. [New] returns the agent, for
// package local or [pmda.Main]. KVM_DEBUGFS_PATH is a directory in place of
// /sys/kernel/debug.
package kvm

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// Clusters of metrics.
const (
	clusterCounters = 0
	clusterTrace    = 1
)

// counters are the files, in the order of items, and what they count.
var counters = [...]struct{ file, oneLine string }{
	{"efer_reload", "times the register EFER was loaded anew"},
	{"exits", "exits from guests"},
	{"fpu_reload", "times the state of the floating point unit was loaded anew"},
	{"halt_attempted_poll", "times a halted processor was polled for before it slept"},
	{"halt_exits", "exits because a guest halted"},
	{"halt_successful_poll", "times such polling saw the processor wake up"},
	{"halt_wakeup", "times a halted processor was woken up"},
	{"host_state_reload", "times the state of the host was loaded anew"},
	{"hypercalls", "calls of guests to the hypervisor"},
	{"insn_emulation", "instructions that were emulated"},
	{"insn_emulation_fail", "instructions that could not be emulated"},
	{"invlpg", "invalidations of single pages by guests"},
	{"io_exits", "exits because of access to ports"},
	{"irq_exits", "exits because of interrupts of the host"},
	{"irq_injections", "interrupts that were passed to guests"},
	{"irq_window", "waits for guests to take interrupts"},
	{"largepages", "large pages in use"},
	{"mmio_exits", "exits because of access to memory of devices"},
	{"mmu_cache_miss", "page tables that were not cached"},
	{"mmu_flooded", "page tables given up because of many writes"},
	{"mmu_pde_zapped", "page directory entries removed"},
	{"mmu_pte_updated", "page table entries updated"},
	{"mmu_pte_write", "page table entries written"},
	{"mmu_recycled", "page tables used again"},
	{"mmu_shadow_zapped", "page tables removed"},
	{"mmu_unsync", "page tables not in step with those of guests"},
	{"nmi_injections", "interrupts that cannot be masked, passed to guests"},
	{"nmi_window", "waits for guests to take such interrupts"},
	{"pf_fixed", "page faults mended by the hypervisor"},
	{"pf_guest", "page faults passed to guests"},
	{"remote_tlb_flush", "flushes of the translations of other processors"},
	{"request_irq", "requests for a window for interrupts"},
	{"signal_exits", "exits because of signals of the host"},
	{"tlb_flush", "flushes of translations"},
	{"irq_window_exits", "exits because a guest can take interrupts"},
	{"nmi_window_exits", "exits because a guest can take interrupts that cannot be masked"},
	{"l1d_flush", "flushes of the first-level data cache"},
	{"request_irq_exits", "exits because of requested windows for interrupts"},
	{"req_event", "requests to look for events"},
	{"nested_run", "times a guest of a guest was run"},
	{"directed_yield_attempted", "times a processor was to be given to another of the guest"},
	{"directed_yield_successful", "times it was"},
	{"guest_mode", "1 if the hypervisor runs a guest of a guest"},
}

// New returns the agent.
func New() *pmda.Agent {
	return newAgent(filepath.Join(cmp.Or(os.Getenv("KVM_DEBUGFS_PATH"), "/sys/kernel/debug"), "kvm"))
}

func newAgent(dir string) *pmda.Agent {
	metrics := []pmda.Metric{{
		Name: "kvm.trace.count", Cluster: clusterTrace, Type: libpcp.TypeU64, Sem: libpcp.SemDiscrete, Units: libpcp.Count,
		OneLine: "number of trace points", Source: noTraces{},
	}}
	for item, c := range counters {
		sem := libpcp.SemCounter
		if c.file == "guest_mode" {
			sem = libpcp.SemInstant
		}
		metrics = append(metrics, pmda.Metric{
			Name: "kvm." + c.file, Cluster: clusterCounters, Item: uint16(item), Type: libpcp.TypeU64, Sem: sem, Units: libpcp.Count,
			OneLine: c.oneLine, Source: counterFile(c.file),
		})
	}
	return &pmda.Agent{
		Name:      "kvm",
		Domain:    95,
		Validated: true, // by TestValidate
		Metrics:   metrics,
		State:     dir,
	}
}

// maxCounter is longer than a number, in bytes.
const maxCounter = 64

// counterFile is the source of the number in a file; as in PCP it is 0 without the
// file, such as on a machine without guests.
type counterFile string

// Value reads the file.
func (name counterFile) Value(r *pmda.Request) (libpcp.Atom, error) {
	text, _ := pseudo.Start(nil, filepath.Join(r.State.(string), string(name)), maxCounter)
	return libpcp.Uint64Atom(parse(text)), nil
}

// noTraces is the source of the number of trace points.
type noTraces struct{}

// Value is 0.
func (noTraces) Value(*pmda.Request) (libpcp.Atom, error) { return libpcp.Uint64Atom(0), nil }

// parse returns the number that a text begins with, or 0; a number too great
// becomes the greatest.
func parse(text []byte) uint64 {
	words := bytes.Fields(text)
	if len(words) == 0 {
		return 0
	}
	n, _ := strconv.ParseUint(string(words[0]), 10, 64)
	return n
}
