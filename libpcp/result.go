package libpcp

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Result is what a fetch returns: one value set per metric asked for, in that
// order (pmResult, pmFetch(3)). A Result of an archive that has no sets is a
// mark: an interruption of logging.
type Result struct {
	Time    time.Time
	Sets    []ValueSet
	Changes StateChange
	Marked  bool // a mark lies between this fetch and the one before, if they read one archive
	// Uncarried is how many whole seconds of Time libpcp (C) leaves among the
	// nanoseconds, which shows where it prints them: 1 where interpolation comes upon a
	// full second; others come from damaged archives.
	Uncarried int
}

// Mark reports whether the result is an archive's mark record.
func (r *Result) Mark() bool { return len(r.Sets) == 0 }

// Set returns the value set of a metric, the first if it was asked for more
// than once, or nil.
func (r *Result) Set(id PMID) *ValueSet {
	for i := range r.Sets {
		if r.Sets[i].PMID == id {
			return &r.Sets[i]
		}
	}
	return nil
}

// SortInstances puts the values of each set in order of instance
// (pmSortInstances(3)).
func (r *Result) SortInstances() {
	for i := range r.Sets {
		slices.SortStableFunc(r.Sets[i].Values, func(a, b Value) int { return cmp.Compare(a.Inst, b.Inst) })
	}
}

// StateChange is a set of changes that a pmcd reports since the client's last
// fetch (the PMCD_* bits that pmFetch(3) returns).
type StateChange uint32

// The known changes.
const (
	AgentAdded      StateChange = 1 << 0
	AgentRestarted  StateChange = 1 << 1
	AgentDropped    StateChange = 1 << 2
	LabelsChanged   StateChange = 1 << 3
	NamesChanged    StateChange = 1 << 4
	HostnameChanged StateChange = 1 << 5
)

// Metadata reports whether metrics may have other names, identifiers and
// descriptors than before.
func (c StateChange) Metadata() bool {
	return c&(AgentAdded|AgentRestarted|AgentDropped|NamesChanged) != 0
}

var changeNames = [...]struct {
	bit  StateChange
	name string
}{
	{AgentAdded, "agent added"}, {AgentRestarted, "agent restarted"}, {AgentDropped, "agent dropped"},
	{LabelsChanged, "labels changed"}, {NamesChanged, "names changed"}, {HostnameChanged, "host name changed"},
}

// String lists the changes; it is "none" without any.
func (c StateChange) String() string {
	if c == 0 {
		return "none"
	}
	var names []string
	for _, known := range changeNames {
		if c&known.bit != 0 {
			names = append(names, known.name)
			c &^= known.bit
		}
	}
	if c != 0 {
		names = append(names, "others")
	}
	return strings.Join(names, ", ")
}
