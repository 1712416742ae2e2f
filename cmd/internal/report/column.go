package report

// A Column is one of CSV or of a table.
type Column int

// The columns.
const (
	Time Column = iota
	Operand
	Name // of a metric, or an operand that matches none
	PMID
	Type
	Semantics
	Units
	Domain
	InstanceID
	InstanceName
	Count
	Samples
	OldValue
	TheValue
	OneLine
	Help
	SeriesID
	LabelSet
	ErrorCode
	ErrorSymbol
	ErrorText
	Start // of the window of a summary
	End
	Mean
	P50
	P95
	P99
	Least
	Greatest
	GreatestTime
	Host     // of several, the name of the source
	Hostname // that an archive is about
	Zone
	Metrics
	Gaps
	Earlier // means of the two windows that are compared
	Now
	Ratio
	Bar // of tables on a terminal, which add it by themselves
)

// columnNames are the headings in CSV.
var columnNames = [...]string{"time", "operand", "metric", "pmid", "type", "semantics", "units", "indom",
	"instance_id", "instance", "count", "samples", "old_value", "value", "oneline", "help", "series", "labels",
	"error_code", "error_symbol", "error_text", "start", "end", "mean", "p50", "p95", "p99", "min", "max", "max_time", "host",
	"hostname", "zone", "metrics", "gaps", "before", "now", "ratio"}

// titles are the headings in tables.
var titles = [...]string{"Time", "Operand", "Metric", "PMID", "Type", "Semantics", "Units", "InDom",
	"ID", "Instance", "Count", "Samples", "Old", "Value", "Oneline", "Help", "Series", "Labels",
	"Code", "Symbol", "Error", "Start", "End", "Mean", "P50", "P95", "P99", "Min", "Max", "Max at", "Host",
	"Hostname", "Zone", "Metrics", "Gaps", "Before", "Now", "Ratio"}

// SummaryColumns are the columns that a summary has in place of values.
var SummaryColumns = []Column{Count, Mean, P50, P95, P99, Least, Greatest, GreatestTime}

// CompareColumns are the columns of a summary that is compared with another.
var CompareColumns = []Column{Earlier, Now, Ratio}

// WindowColumns say when the samples of a summary were taken.
var WindowColumns = []Column{Start, End, Samples}

// SpanColumns say when an archive was recorded.
var SpanColumns = []Column{Hostname, Zone, Start, End, Metrics, Gaps}

// digest is what a column shows a number of: nil for none.
func (c Column) digest(v *Value) *Digest {
	if c == Earlier {
		return v.Before
	}
	return v.Digest
}

// Of is the number of a digest that a column shows.
func (c Column) Of(d *Digest) (v float64, ok bool) {
	switch c {
	case Mean, Earlier, Now:
		return d.Mean, true
	case P50:
		return d.P50, true
	case P95:
		return d.P95, true
	case P99:
		return d.P99, true
	case Least:
		return d.Min, true
	case Greatest:
		return d.Max, true
	}
	return 0, false
}
