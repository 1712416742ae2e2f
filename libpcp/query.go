package libpcp

// A Query is one request, and holds its answer afterwards: a pointer to one of
// the Query types of this package, or of another. A query is asked once.
type Query interface {
	// Fail answers with an error all that is asked.
	Fail(err error)
	// Decline answers for a source that has no such request.
	Decline()
}

// Answer is the part of an answer that most queries share: the error, which is
// ErrNYI if the query is declined.
type Answer struct{ Err error }

// Fail implements [Query].
func (a *Answer) Fail(err error) { a.Err = err }

// Decline implements [Query].
func (a *Answer) Decline() { a.Err = ErrNYI }

// HostAnswer is an [Answer] that is ErrNotHost if the query is declined.
type HostAnswer struct{ Answer }

// Decline implements [Query].
func (a *HostAnswer) Decline() { a.Err = ErrNotHost }

// LookupQuery finds the identifiers of names, which must be leaves
// (pmLookupName(3)).
type LookupQuery struct {
	Names []string
	// NoReason reports every name without an identifier as ErrName, which saves
	// a second round trip: a pmcd gives the reason for a name only when that is
	// looked up alone.
	NoReason bool
	// Replies has one for each name. It may be in memory of Replies before.
	Replies []LookupReply
}

// IDs returns the identifiers among the replies, NullPMID for a reply with an
// error.
func (q *LookupQuery) IDs() []PMID {
	ids := make([]PMID, len(q.Replies))
	for i := range q.Replies {
		ids[i] = q.Replies[i].ID
	}
	return ids
}

// Fail implements [Query].
func (q *LookupQuery) Fail(err error) {
	q.Replies = make([]LookupReply, len(q.Names))
	for i := range q.Replies {
		q.Replies[i] = LookupReply{NullPMID, err}
	}
}

// Decline implements [Query].
func (q *LookupQuery) Decline() { q.Fail(ErrNYI) }

// NamesQuery asks for all names of a metric (pmNameAll(3)).
type NamesQuery struct {
	ID    PMID
	Names []string
	Answer
}

// ChildrenQuery asks for the last components of the names one level below a
// name, with their kind; "" is the root (pmGetChildrenStatus(3)).
type ChildrenQuery struct {
	Name     string
	Children []Child
	Answer
}

// TraverseQuery asks for the full names of all leaves at and below a name, in
// the source's order (pmTraversePMNS(3)).
type TraverseQuery struct {
	Name  string
	Names NameList
	Answer
}

// DescsQuery asks for the descriptors of metrics (pmLookupDescs(3)).
type DescsQuery struct {
	IDs []PMID
	// Replies has one for each metric. It may be in memory of Replies before.
	Replies []DescReply
}

// Fail implements [Query].
func (q *DescsQuery) Fail(err error) {
	q.Replies = make([]DescReply, len(q.IDs))
	for i := range q.Replies {
		q.Replies[i].Err = err
	}
}

// Decline implements [Query].
func (q *DescsQuery) Decline() { q.Fail(ErrNYI) }

// InstancesQuery asks for all instances of a domain (pmGetInDom(3)).
type InstancesQuery struct {
	InDom     InDom
	Instances []Instance
	// Early, unless nil, is called with an answer that arrives before the answers
	// to later queries of the batch, if the source can tell. It must not ask
	// the source anything.
	Early func()
	Answer
}

// InstanceNameQuery names an instance of a domain (pmNameInDom(3)).
type InstanceNameQuery struct {
	InDom InDom
	Inst  int32
	Name  string
	Answer
}

// InstanceIDQuery finds an instance of a domain by name (pmLookupInDom(3)).
type InstanceIDQuery struct {
	InDom InDom
	Name  string
	Inst  int32
	Answer
}

// TextQuery asks for a help text (pmLookupText(3)).
type TextQuery struct {
	ID   TextID
	Text string
	Answer
}

// LabelsQuery asks for label sets (pmLookupLabels(3)): at most one, except for
// class Instances, which has one per instance.
type LabelsQuery struct {
	ID   LabelID
	Sets []LabelSet
	Answer
}

// FetchQuery asks for the values of metrics, restricted by a profile
// (pmFetch(3)). Identifiers may repeat; the result has one set for each.
type FetchQuery struct {
	IDs     []PMID
	Profile *Profile
	Result  *Result
	Answer
}

// StoreQuery changes values (pmStore(3)): the sets of a Result, each with one
// value or more.
type StoreQuery struct {
	Result *Result
	HostAnswer
}

// HostNameQuery asks for the host that the metrics describe
// (pmGetContextHostName(3)), "" when it cannot be found out.
type HostNameQuery struct {
	Name string
	Answer
}

// TimezoneQuery asks for the POSIX TZ string of that host.
type TimezoneQuery struct {
	Zone string
	Answer
}

// NamesOriginQuery asks where names come from (pmGetPMNSLocation(3)). If it is
// declined, they come from the archive if the source is one, otherwise from a
// pmcd.
type NamesOriginQuery struct {
	Origin NamesOrigin
	Answer
}

// ReconnectQuery re-establishes a lost connection, with a back-off of the
// source's own (pmReconnectContext(3)). To have none is no error.
type ReconnectQuery struct{ Answer }

// Decline implements [Query].
func (q *ReconnectQuery) Decline() { q.Err = nil }

// Child is one name below another in the name space.
type Child struct {
	Name string
	Leaf bool
}

// LookupReply is the answer about one name: an identifier, or NullPMID and an
// error: ErrName or ErrNonLeaf, unless the request failed. It does
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

// NamesOrigin is where the names of a source come from (PMNS_*).
type NamesOrigin int

// The origins.
const (
	NamesLocal   NamesOrigin = 1 // a file, or agents in this process
	NamesRemote  NamesOrigin = 2 // a pmcd
	NamesArchive NamesOrigin = 3
)
