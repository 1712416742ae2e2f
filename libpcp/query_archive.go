package libpcp

import "time"

// RecordingAnswer is the [Answer] of a request that only archives have: it is
// ErrNotArchive if the query is declined.
type RecordingAnswer struct{ Answer }

// Decline implements [Query].
func (a *RecordingAnswer) Decline() { a.Err = ErrNotArchive }

// KindQuery asks what kind of source answers. Only archives need to.
type KindQuery struct {
	Archive bool
	Answer
}

// SetModeQuery positions an archive at Origin (the zero Time leaves the
// position) and sets the direction and, for ModeInterp, the interval, which is
// negative to go back (pmSetMode(3)). Values are read by the next fetch.
type SetModeQuery struct {
	Mode   Mode
	Origin time.Time
	Delta  time.Duration
	RecordingAnswer
}

// LogLabelQuery asks for the label of the (first) archive.
type LogLabelQuery struct {
	Label LogLabel
	RecordingAnswer
}

// LogEndQuery asks for the time of the last record (pmGetArchiveEnd(3)).
type LogEndQuery struct {
	End time.Time
	RecordingAnswer
}

// RecordQuery asks for the next record in the current direction
// (pmFetchArchive(3)).
type RecordQuery struct {
	// With a nil Of the query returns the whole of the next record. Otherwise it
	// returns the next record that holds any of these metrics, with a set for
	// each, or the next mark.
	Of     []PMID
	Result *Result
	RecordingAnswer
}

// AllInstancesQuery asks for the instances of a domain in the whole archive
// rather than at the current time (pmGetInDomArchive(3)).
type AllInstancesQuery struct {
	InDom     InDom
	Instances []Instance
	RecordingAnswer
}

// AnyInstanceNameQuery names an instance of a domain as at any time
// (pmNameInDomArchive(3)).
type AnyInstanceNameQuery struct {
	InDom InDom
	Inst  int32
	Name  string
	RecordingAnswer
}

// AnyInstanceIDQuery finds an instance of a domain by a name that it had at any
// time (pmLookupInDomArchive(3)).
type AnyInstanceIDQuery struct {
	InDom InDom
	Name  string
	Inst  int32
	RecordingAnswer
}

// InstancesAtQuery asks for the instances of a domain at a time, which need not be
// the position.
type InstancesAtQuery struct {
	InDom     InDom
	At        time.Time
	Instances []Instance
	RecordingAnswer
}

// Mode is how an archive is replayed (PM_MODE_*, pmSetMode(3)).
type Mode int

// The modes.
const (
	ModeLive   Mode = 0
	ModeInterp Mode = 1 // values interpolated at regular times
	ModeForw   Mode = 2 // records as they come, forwards
	ModeBack   Mode = 3 // records as they come, backwards
)

// LogLabel is the label record of an archive (pmLogLabel,
// pmGetArchiveLabel(3)).
type LogLabel struct {
	Magic    uint32
	PID      int32
	Start    time.Time
	Host     string
	Timezone string
	Zoneinfo string // version 3 only
}
