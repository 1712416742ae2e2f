package report

import (
	"bytes"
	"math"
	"time"

	"pcptools/libpcp"
)

// A Record is an item of a report: a *[Metric], *[Sample], *[Summary], *[Span], *[InDom],
// *[Store], *[Code] or *[Problem].
type Record interface {
	// kind is its name in JSON.
	kind() string
	// members writes its members in JSON.
	members(s *stream)
	// rows makes the rows it is in a table.
	rows(*rows)
}

// A Metric describes a metric. Zero fields are unknown, or were not requested.
type Metric struct {
	Host    string // in a sample of several sources: the source
	Name    string
	ID      libpcp.PMID // NullPMID if it is not known
	Desc    *libpcp.Desc
	Rate    bool // values are rates, and Desc's units theirs
	Kept    bool // the user has chosen the units
	OneLine *string
	Help    *string
	Series  string
	Labels  []libpcp.Label
	Time    time.Time    // of the values
	Count   *int         // of values
	Samples *int         // in the history
	Values  *List[Value] // nil if they were not asked for
	Err     *Failure     // why values, or other fields, are missing
	Shown   *Shown       // how tables for people show it; nil as usual
}

// Shown is how a column of a table for people shows a metric. Of fractions of time
// it shows the fraction, not percent.
type Shown struct {
	Label     string // above the column; "" for the name
	Rows      string // above the instances, where they are rows
	Width     int    // of the column, at least
	Precision *int   // digits after the point, nil for as many as are significant
	Unitless  bool   // the heading has no units
	People    bool   // each value has the units that suit it
	Heading   bool   // it is in the line above the rows, with its label
}

// A Value is the value of a metric, or of one of its instances. It has no
// content if only instances were requested, or if Err is set.
type Value struct {
	Instance *Instance // nil if the metric is singular
	Atom     *libpcp.Atom
	Events   *List[Event] // of a metric of event records
	Digest   *Digest      // of many values, in a Summary
	Before   *Digest      // of those in the window that the Summary is compared with
	Change   float64      // between the two, to rank it by
	Changed  bool         // it was another, or none, the last time
	Old      *libpcp.Atom // the previous value, if changes were requested
	Err      *Failure
}

// Copy is the value as it stays when the next is made.
func (v *Value) Copy() Value {
	c := *v
	if v.Atom != nil {
		atom := Cloned(*v.Atom)
		c.Atom = &atom
	}
	if v.Instance != nil {
		instance := *v.Instance
		c.Instance = &instance
	}
	return c
}

// Cloned is an atom that does not alias the answer that it came in.
func Cloned(a libpcp.Atom) libpcp.Atom {
	if a.Type.Numeric() {
		return a
	}
	return libpcp.BytesAtom(a.Type, bytes.Clone(a.Bytes()))
}

// An Instance is a member of an instance domain.
type Instance struct {
	ID     int32
	Name   string
	Named  bool // it has the name
	Series string
	Labels []libpcp.Label // of its own
}

// An Event is one record of an event array.
type Event struct {
	Time   time.Time
	Flags  libpcp.EventFlags
	Missed int32
	Params *List[Metric] // with one value each
}

// A Failure is a failed request.
type Failure struct {
	Call   string // of PMAPI(3), "" if it was none
	Err    error
	Reason Reason // "" if the code says everything
}

// A Reason distinguishes failures that programs deal with in different ways.
type Reason string

// The reasons.
const (
	Unreachable Reason = "unreachable"  // no pmcd answers, or no route leads to it
	Refused     Reason = "refused"      // a pmcd refuses all clients, or this user
	Unusable    Reason = "unusable"     // an archive, an agent or a connection cannot be opened, for a reason that lies here
	UnknownName Reason = "unknown-name" // the metric does not exist
)

// A Sample is the values of metrics at one time, or with Mark an interruption
// of logging in an archive.
type Sample struct {
	Host    string // in a report of several sources: the source
	Time    time.Time
	Mark    bool
	Metrics *List[Metric]
	Awaited []string // of several sources: those that have not answered
}

// A Summary describes the values that a metric had in a window, as digests.
type Summary struct {
	*Metric
	Window
	Before *Window // that it is compared with; nil without
}

// A Window is when samples were taken, and how many.
type Window struct {
	Start, End time.Time // of the first and the last sample
	Taken      int       // samples
}

// Ratio is how many times greater the mean is than before; 0 and false if one of them is
// 0, or missing.
func (v *Value) Ratio() (ratio float64, ok bool) {
	if v.Digest == nil || v.Before == nil || v.Digest.Mean == 0 || v.Before.Mean == 0 {
		return 0, false
	}
	ratio = v.Digest.Mean / v.Before.Mean
	return ratio, !math.IsInf(ratio, 0)
}

// A Span says when an archive was recorded, and how completely.
type Span struct {
	Host           string // in a report of several sources: the source
	Hostname, Zone string // of the host that it is about
	Start, End     time.Time
	Metrics, Gaps  int // how many; a gap is where recording was interrupted
}

// A Digest describes one value or more. P50 is the 50th percentile: the least
// value that half of the values do not exceed.
type Digest struct {
	Count         uint64
	Mean          float64
	P50, P95, P99 float64
	Min, Max      float64
	MaxTime       time.Time // of the first maximum
	Approximate   bool      // the percentiles are
}

// An InDom is an instance domain.
type InDom struct {
	Host      string // in a report of several sources: the source
	ID        libpcp.InDom
	OneLine   *string
	Help      *string
	Labels    []libpcp.Label
	Instances *List[Instance]
	Err       *Failure
}

// A Store is a change of values: Old and New have the same instances, but Old
// may lack some.
type Store struct {
	Metric   *Metric
	Old, New *List[Value]
	Printed  bool // the tool has printed the metric's failure, too
}

// A Code is a status code of PMAPI(3) explained.
type Code struct {
	Operand      string // that it was asked for by, or ""
	Code         libpcp.Error
	Symbol, Text string
}

// A Problem is an operand that matches nothing.
type Problem struct {
	Host    string    // in a report of several sources: the source
	Time    time.Time // when it came, from a live source
	Operand string
	Failure Failure
	Printed bool // the tool has printed it, too
}

func (*Metric) kind() string  { return "metric" }
func (*Summary) kind() string { return "summary" }
func (*Span) kind() string    { return "span" }
func (*InDom) kind() string   { return "indom" }
func (*Store) kind() string   { return "store" }
func (*Code) kind() string    { return "code" }
func (*Problem) kind() string { return "error" }

func (s *Sample) kind() string {
	if s.Mark {
		return "mark"
	}
	return "sample"
}

// Labels returns the labels in a merged set as a field of a record: not nil.
func Labels(labels []libpcp.Label) []libpcp.Label {
	if labels == nil {
		return []libpcp.Label{}
	}
	return labels
}

// hostOf is the source that a record is from, of several.
func hostOf(r Record) string {
	switch r := r.(type) {
	case *Metric:
		return r.Host
	case *Summary:
		return r.Host
	case *Sample:
		return r.Host
	case *Span:
		return r.Host
	case *InDom:
		return r.Host
	case *Problem:
		return r.Host
	}
	return ""
}

// An instant is the records of several sources at one time.
type instant struct {
	Time    time.Time
	records []Record
}

func (*instant) kind() string { return "" }
