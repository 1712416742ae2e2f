package libpcp

import (
	"context"
	"time"
)

// A Source supplies metrics: a pmcd, an archive or agents in this process.
// Its methods are the requests of PMAPI(3); errors carry a code, see [Code].
// A Source serves one goroutine at a time.
//
// What only some sources can do is in optional interfaces, as in package
// io/fs: [Storer], [Reconnector], [Duplicator], [Seeker], [Batcher], [Namer]
// and [Recycler], with a function for each that defines what happens without
// it. They are looked for in a source itself, never in one that it wraps, so
// that a wrapper is not bypassed: a wrapper that embeds a Source and has its
// own Fetch is asked query by query until it implements Batcher, and is no
// Storer unless it forwards Store.
type Source interface {
	// Lookup finds the identifiers of names, which must be leaves, one reply
	// for each (pmLookupName(3)).
	Lookup(ctx context.Context, names []string) []LookupReply
	// Names returns all names of a metric (pmNameAll(3)).
	Names(ctx context.Context, id PMID) ([]string, error)
	// Children returns the last components of the names one level below
	// name, with their kind; "" is the root (pmGetChildrenStatus(3)).
	Children(ctx context.Context, name string) ([]Child, error)
	// Traverse returns the full names of all leaves at and below name, in
	// the source's order (pmTraversePMNS(3)).
	Traverse(ctx context.Context, name string) ([]string, error)
	// Descs describes metrics, one reply for each (pmLookupDescs(3)).
	Descs(ctx context.Context, ids []PMID) []DescReply
	// Instances returns all instances of a domain (pmGetInDom(3)).
	Instances(ctx context.Context, d InDom) ([]Instance, error)
	// InstanceName and InstanceID look up one instance of a domain
	// (pmNameInDom(3), pmLookupInDom(3)).
	InstanceName(ctx context.Context, d InDom, inst int32) (string, error)
	InstanceID(ctx context.Context, d InDom, name string) (int32, error)
	// Text returns a help text (pmLookupText(3)).
	Text(ctx context.Context, id TextID) (string, error)
	// Labels returns label sets (pmLookupLabels(3)): at most one, except for
	// class Instances, which has one per instance.
	Labels(ctx context.Context, id LabelID) ([]LabelSet, error)
	// Fetch returns the values of metrics, restricted by profile
	// (pmFetch(3)). Identifiers may repeat; the result has one set for each.
	Fetch(ctx context.Context, ids []PMID, profile *Profile) (*Result, error)
	// HostName is the host the metrics are about
	// (pmGetContextHostName(3)); "" when it cannot be found out.
	HostName(ctx context.Context) string
	// Timezone is the POSIX TZ string of that host.
	Timezone(ctx context.Context) (string, error)
	// Close releases the source.
	Close() error
}

// Child is one name below another in the name space.
type Child struct {
	Name string
	Leaf bool
}

// LookupReply is the answer about one name: an identifier, or NullPMID and why
// there is none, ErrName or ErrNonLeaf if nothing else has gone wrong. It does
// not depend on the other names.
type LookupReply struct {
	ID  PMID
	Err error
}

// DescReply is the answer about one metric.
type DescReply struct {
	Desc Desc
	Err  error
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

// ArchiveLabel is the label record of an archive (pmLogLabel,
// pmGetArchiveLabel(3)).
type ArchiveLabel struct {
	Magic    uint32
	PID      int32
	Start    time.Time
	Host     string
	Timezone string
	Zoneinfo string // version 3 only
}

// A Seeker is a recorded source, which has a position in time. Without it the
// error is [ErrNotArchive]; see [Archive].
type Seeker interface {
	// SetMode positions the source at origin (the zero Time leaves the
	// position) and sets the direction and, for ModeInterp, the interval,
	// which is negative to go back (pmSetMode(3)). Values are read by the
	// next fetch.
	SetMode(ctx context.Context, mode Mode, origin time.Time, delta time.Duration) error
	// Label returns the label of the (first) archive.
	Label() (ArchiveLabel, error)
	// End is the time of the last record (pmGetArchiveEnd(3)).
	End(ctx context.Context) (time.Time, error)
	// FetchRecord returns the next record in the current direction whole,
	// with whatever metrics it holds (pmFetchArchive(3)).
	FetchRecord(ctx context.Context) (*Result, error)
	// AllInstances, AnyInstanceName and AnyInstanceID are the instance
	// domain requests over the whole archive rather than at the current
	// time (pmGetInDomArchive(3), pmNameInDomArchive(3),
	// pmLookupInDomArchive(3)).
	AllInstances(ctx context.Context, d InDom) ([]Instance, error)
	AnyInstanceName(ctx context.Context, d InDom, inst int32) (string, error)
	AnyInstanceID(ctx context.Context, d InDom, name string) (int32, error)
}

// A Query is one request of a batch, and holds its answer afterwards: a
// pointer to one of the Query types of this package.
type Query interface {
	// Ask sends the query to s alone.
	Ask(ctx context.Context, s Source)
}

// LookupQuery is [Source].Lookup.
type LookupQuery struct {
	Names []string
	// NoReason reports every name without an identifier as ErrName, which saves
	// a second round trip to a pmcd.
	NoReason bool
	Replies  []LookupReply
}

// IDs returns the identifiers among the replies, NullPMID where there is none.
func (q *LookupQuery) IDs() []PMID {
	ids := make([]PMID, len(q.Replies))
	for i := range q.Replies {
		ids[i] = q.Replies[i].ID
	}
	return ids
}

// TraverseQuery is [Source].Traverse.
type TraverseQuery struct {
	Name  string
	Names NameList
	Err   error
}

// DescsQuery is [Source].Descs.
type DescsQuery struct {
	IDs     []PMID
	Replies []DescReply
}

// InstancesQuery is [Source].Instances.
type InstancesQuery struct {
	InDom     InDom
	Instances []Instance
	Err       error
}

// TextQuery is [Source].Text.
type TextQuery struct {
	ID   TextID
	Text string
	Err  error
}

// LabelsQuery is [Source].Labels.
type LabelsQuery struct {
	ID   LabelID
	Sets []LabelSet
	Err  error
}

// FetchQuery is [Source].Fetch.
type FetchQuery struct {
	IDs     []PMID
	Profile *Profile
	Result  *Result
	Err     error
}

// StoreQuery is [Store].
type StoreQuery struct {
	Result *Result
	Err    error
}

// Ask implements [Query].
func (q *LookupQuery) Ask(ctx context.Context, s Source) { q.Replies = s.Lookup(ctx, q.Names) }

// Ask implements [Query].
func (q *TraverseQuery) Ask(ctx context.Context, s Source) {
	names, err := s.Traverse(ctx, q.Name)
	q.Names, q.Err = NameListOf(names), err
}

// Ask implements [Query].
func (q *DescsQuery) Ask(ctx context.Context, s Source) { q.Replies = s.Descs(ctx, q.IDs) }

// Ask implements [Query].
func (q *InstancesQuery) Ask(ctx context.Context, s Source) {
	q.Instances, q.Err = s.Instances(ctx, q.InDom)
}

// Ask implements [Query].
func (q *TextQuery) Ask(ctx context.Context, s Source) { q.Text, q.Err = s.Text(ctx, q.ID) }

// Ask implements [Query].
func (q *LabelsQuery) Ask(ctx context.Context, s Source) { q.Sets, q.Err = s.Labels(ctx, q.ID) }

// Ask implements [Query].
func (q *FetchQuery) Ask(ctx context.Context, s Source) {
	q.Result, q.Err = s.Fetch(ctx, q.IDs, q.Profile)
}

// Ask implements [Query].
func (q *StoreQuery) Ask(ctx context.Context, s Source) { q.Err = Store(ctx, s, q.Result) }
