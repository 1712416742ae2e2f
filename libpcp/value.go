package libpcp

import "time"

// Format says where the values of a set are held (the valfmt of a
// pmValueSet, pmFetch(3)).
type Format int32

// The formats. The two pointer formats mean the same to a reader.
const (
	InSitu         Format = 0 // in Value.Word
	PointerDynamic Format = 1 // in Value.Block
	PointerStatic  Format = 2 // in Value.Block
)

// Value is the value of one instance of a metric as a source delivered it
// (pmValue). The set's Format says which of Word and Block holds it; [Extract]
// turns it into a number or string.
type Value struct {
	Inst  int32 // instance, NullInst for a singular metric
	Word  uint32
	Block Block
}

// Block is a value held out of line (pmValueBlock). Data is in the order of
// the wire: big-endian for the 64-bit types, floats and doubles and inside
// event arrays; as the agent left it for everything else. It does not include
// the block's header or padding, and must not be modified: it may alias the
// buffer of the result it came in.
type Block struct {
	Type Type
	Data []byte
}

// ValueSet holds the values of one metric (pmValueSet). When Err is not nil
// there are no values, and that is why: from the sources of this library an
// [Error]. No values and no error is legal too.
type ValueSet struct {
	PMID   PMID
	Format Format
	Err    error
	Values []Value
}

// Value returns the value of one instance.
func (s *ValueSet) Value(inst int32) (Value, bool) {
	for _, v := range s.Values {
		if v.Inst == inst {
			return v, true
		}
	}
	return Value{}, false
}

// StateChange is what a pmcd reports to have changed since the client's last
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

// Result is what a fetch returns: one value set per metric asked for, in that
// order (pmResult, pmFetch(3)). A Result of an archive that has no sets is a
// mark: an interruption of logging.
type Result struct {
	Time    time.Time
	Sets    []ValueSet
	Changes StateChange
	// Uncarried is how many whole seconds of Time the genuine library leaves
	// among the nanoseconds: 1 where an interpolating fetch comes upon a full
	// second; others come from damaged archives.
	Uncarried int
}

// Mark reports whether the result is an archive's mark record.
func (r *Result) Mark() bool { return len(r.Sets) == 0 }
