package libpcp

import (
	"context"
	"time"
)

// A Source supplies metrics: a pmcd, an archive or agents in this process.
// Its methods are the requests of PMAPI(3); errors carry a code, see [Code].
// A Source serves one goroutine at a time. Abilities that only some sources
// have are the interfaces below, which [Context] finds by assertion.
type Source interface {
	// Lookup finds the identifiers of names, which must be leaves
	// (pmLookupName(3)). An unknown one of several has NullPMID, and that is
	// no error; an unknown single one is.
	Lookup(ctx context.Context, names []string) ([]PMID, error)
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
	// Labels returns label sets (pmLookupLabels(3) and its like): at most
	// one, but for class Instances, which has one per instance.
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

// DescReply is the answer about one metric.
type DescReply struct {
	Desc Desc
	Err  error
}

// A Storer can change values (pmStore(3)): the sets of a Result, each with
// one value or more. Its absence is ErrNotHost.
type Storer interface {
	Store(ctx context.Context, r *Result) error
}

// A Reconnecter can re-establish a lost connection, with a back-off of its
// own (pmReconnectContext(3)).
type Reconnecter interface {
	Reconnect(ctx context.Context) error
}

// A Duplicater can open the same source once more (pmDupContext(3)).
type Duplicater interface {
	Duplicate(ctx context.Context) (Source, error)
}

// Mode says how an archive is replayed (PM_MODE_*, pmSetMode(3)).
type Mode int

// The modes.
const (
	ModeLive   Mode = 0
	ModeInterp Mode = 1 // values interpolated at regular times
	ModeForw   Mode = 2 // records as they come, forwards
	ModeBack   Mode = 3 // records as they come, backwards
)

// ArchiveLabel is what an archive says of itself (pmLogLabel,
// pmGetArchiveLabel(3)).
type ArchiveLabel struct {
	Magic    uint32
	PID      int32
	Start    time.Time
	Host     string
	Timezone string
	Zoneinfo string // version 3 only
}

// A Seeker is a recorded source, which has a position in time. Its absence
// is ErrNotArchive.
type Seeker interface {
	// SetMode positions the source at origin (the zero Time leaves the
	// position) and sets the direction and, for ModeInterp, the interval,
	// which is negative to go back (pmSetMode(3)).
	SetMode(mode Mode, origin time.Time, delta time.Duration) error
	// Label returns the label of the (first) archive.
	Label() (ArchiveLabel, error)
	// End is the time of the last record (pmGetArchiveEnd(3)).
	End() (time.Time, error)
	// FetchRecord returns the next record in the current direction whole,
	// with whatever metrics it holds (pmFetchArchive(3)).
	FetchRecord(ctx context.Context) (*Result, error)
	// AllInstances, AnyInstanceName and AnyInstanceID are the instance
	// domain requests over the whole archive rather than at the current
	// time (pmGetInDomArchive(3), pmNameInDomArchive(3),
	// pmLookupInDomArchive(3)).
	AllInstances(d InDom) ([]Instance, error)
	AnyInstanceName(d InDom, inst int32) (string, error)
	AnyInstanceID(d InDom, name string) (int32, error)
}

// A Batcher answers many queries in few round trips. Queries are answered in
// order, each in its own fields, whatever becomes of the others. A Source
// that is no Batcher is asked one by one.
type Batcher interface {
	Batch(ctx context.Context, queries ...Query)
}

// Ask puts queries to a source: together if it is a Batcher, else one by one.
func Ask(ctx context.Context, src Source, queries ...Query) {
	if len(queries) == 0 {
		return
	}
	if b, ok := As[Batcher](src); ok {
		b.Batch(ctx, queries...)
		return
	}
	for _, q := range queries {
		q.Ask(ctx, src)
	}
}

// A Query is one request of a batch, and holds its answer after it: a
// pointer to one of the Query types of this package.
type Query interface {
	// Ask puts the query to s alone.
	Ask(ctx context.Context, s Source)
}

// LookupQuery is [Source].Lookup.
type LookupQuery struct {
	Names []string
	IDs   []PMID
	Err   error
}

// TraverseQuery is [Source].Traverse.
type TraverseQuery struct {
	Name  string
	Names []string
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

// Ask implements [Query].
func (q *LookupQuery) Ask(ctx context.Context, s Source) { q.IDs, q.Err = s.Lookup(ctx, q.Names) }

// Ask implements [Query].
func (q *TraverseQuery) Ask(ctx context.Context, s Source) { q.Names, q.Err = s.Traverse(ctx, q.Name) }

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
