package report

import (
	"cmp"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

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
	Host // of several, the name of the source
	Bar  // of tables on a terminal, which add it by themselves
)

// columnNames are the headings in CSV.
var columnNames = [...]string{"time", "operand", "metric", "pmid", "type", "semantics", "units", "indom",
	"instance_id", "instance", "count", "samples", "old_value", "value", "oneline", "help", "series", "labels",
	"error_code", "error_symbol", "error_text", "start", "end", "mean", "p50", "p95", "p99", "min", "max", "max_time", "host"}

// titles are the headings in tables.
var titles = [...]string{"Time", "Operand", "Metric", "PMID", "Type", "Semantics", "Units", "InDom",
	"ID", "Instance", "Count", "Samples", "Old", "Value", "Oneline", "Help", "Series", "Labels",
	"Code", "Symbol", "Error", "Start", "End", "Mean", "P50", "P95", "P99", "Min", "Max", "Max at", "Host"}

// A printer makes the text of cells: exact for programs to read, or as the
// classic output has it.
type printer struct {
	zone   *time.Location
	texts  libpcp.ErrorTexts
	exact  bool
	style  Style
	host   string
	offset func(time.Time) string // of the zones of several sources; nil without
	memo   *memo                  // nil if texts do not come again and again
}

// cell is the text of a row in a column, "" for what does not apply.
func (p *printer) cell(c Column, r *row) string {
	switch c {
	case Host:
		if host := cmp.Or(r.host(), p.host); host != "" || p.exact {
			return host
		}
		return "(all)"
	case Start, End, Mean, P50, P95, P99, Least, Greatest, GreatestTime:
		return p.summaryCell(c, r)
	case Time:
		if r.time.IsZero() {
			return ""
		}
		return p.memo.timeText(r.time, p.zone)
	case Operand, Name:
		return r.name()
	case Units:
		if !p.exact && r.metric != nil && r.metric.Desc != nil {
			return UnitsText(r.metric.Desc.Units, r.metric.Share())
		}
		return p.metricCell(c, r)
	case PMID, Type, Semantics, Count, Samples, SeriesID:
		return p.metricCell(c, r)
	case Domain, InstanceID, InstanceName:
		return p.domainCell(c, r)
	case OldValue:
		if !p.exact && r.value != nil && r.value.Old != nil {
			return p.figure(r.metric, r.old)
		}
		return p.value(r.old)
	case TheValue:
		return p.current(r)
	case OneLine, Help, LabelSet:
		if r.again && !p.exact && c != LabelSet {
			return ""
		}
		return textCell(c, r)
	}
	return p.failureCell(c, r)
}

func (p *printer) metricCell(c Column, r *row) string {
	m := r.metric
	switch {
	case m == nil:
		return ""
	case c == PMID && m.ID != libpcp.NullPMID:
		return p.memo.idText(m.ID)
	case c == Count && r.value != nil && r.value.Digest != nil:
		return strconv.FormatUint(r.value.Digest.Count, 10)
	case c == Samples && r.summary != nil:
		return strconv.Itoa(r.summary.Samples)
	case c == Count && m.Count != nil:
		return strconv.Itoa(*m.Count)
	case c == Samples && m.Samples != nil:
		return strconv.Itoa(*m.Samples)
	case c == SeriesID:
		if i := r.instance(); i != nil && i.Series != "" {
			return i.Series
		}
		return m.Series
	case m.Desc == nil:
		return ""
	case c == Type:
		return typeName(m.Desc.Type)
	case c == Semantics && m.Rate:
		return "rate"
	case c == Semantics:
		return semanticsName(m.Desc.Sem)
	case c == Units:
		return p.memo.unitsText(m.Desc.Units)
	}
	return ""
}

func (p *printer) domainCell(c Column, r *row) string {
	if c == Domain {
		if d, ok := r.domain(); ok {
			return p.memo.domainText(d)
		}
		return ""
	}
	switch i := r.instance(); {
	case i == nil:
		return ""
	case c == InstanceID:
		return strconv.Itoa(int(i.ID))
	default:
		return i.Name
	}
}

func textCell(c Column, r *row) string {
	oneLine, help, labels := r.texts()
	switch {
	case c == OneLine && oneLine != nil:
		return *oneLine
	case c == Help && help != nil:
		return strings.TrimRight(*help, "\n")
	case c == LabelSet:
		return labelText(labels, r.instance())
	}
	return ""
}

// labelText is the labels of a metric and of one of its instances, as JSON.
func labelText(labels []libpcp.Label, i *Instance) string {
	if i != nil && len(i.Labels) > 0 {
		sets := []libpcp.LabelSet{{Labels: labels}, {Labels: i.Labels}}
		if merged, err := libpcp.MergeLabels(nil, sets...); err == nil {
			labels = merged.Labels
		}
	}
	if labels == nil {
		return ""
	}
	text, _ := newLabels(labels).MarshalJSON()
	return string(text)
}

func (p *printer) failureCell(c Column, r *row) string {
	code, symbol, text := "", "", ""
	switch {
	case r.failure != nil:
		n := libpcp.Code(r.failure.Err)
		code, symbol, text = strconv.Itoa(int(n)), Symbol(n), r.failure.Text(p.texts)
	case !p.exact && r.mark:
		text = "Archive logging suspended"
	case !p.exact && r.value == nil && r.metric != nil && r.metric.Values != nil:
		text = "No values"
	case r.code != nil:
		code, symbol, text = strconv.Itoa(int(r.code.Code)), r.code.Symbol, r.code.Text
	}
	switch c {
	case ErrorCode:
		return code
	case ErrorSymbol:
		return symbol
	}
	return text
}

// current is the value of a row. A table for people shows a failure in a column
// of its own, and no value.
func (p *printer) current(r *row) string {
	switch {
	case p.exact:
		return p.value(r.value)
	case r.failure != nil:
		return ""
	}
	return p.figure(r.metric, r.value)
}

func (p *printer) value(v *Value) string {
	switch {
	case v == nil:
		return ""
	case v.Atom != nil:
		return p.atom(*v.Atom)
	case v.Events != nil && !p.exact:
		return strconv.Itoa(v.Events.Len) + " event records"
	}
	return "" // events are written by fieldWriter
}

func (p *printer) atom(a libpcp.Atom) string {
	if p.exact && a.Type.Numeric() {
		return number(a)
	}
	switch b := a.Bytes(); {
	case p.exact && a.Type != libpcp.TypeString:
		return base64.StdEncoding.EncodeToString(b)
	case !p.exact && len(b) > maxCell:
		a = libpcp.BytesAtom(a.Type, b[:maxCell])
	}
	if a.Type == libpcp.TypeString {
		return a.Text()
	}
	return string(format.AppendAtom(nil, a))
}
