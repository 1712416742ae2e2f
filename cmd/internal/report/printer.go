package report

import (
	"cmp"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"pcptools/cmd/internal/figures"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

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
	case Hostname, Zone, Metrics, Gaps:
		return r.own[c]
	case Start, End, Mean, P50, P95, P99, Least, Greatest, GreatestTime, Earlier, Now, Ratio:
		return p.summaryCell(c, r)
	case Time:
		if r.time.IsZero() {
			return ""
		}
		return p.timeText(r.time)
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

// timeText is a time as text.
func (p *printer) timeText(t time.Time) string {
	m := p.memo
	if m == nil {
		return string(p.style.appendTime(nil, t, p.zone))
	}
	if m.stamp == "" || m.at != t || m.zone != p.zone {
		m.buf = p.style.appendTime(m.buf[:0], t, p.zone)
		m.at, m.zone, m.stamp = t, p.zone, string(m.buf)
	}
	return m.stamp
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
		return strconv.Itoa(r.summary.Taken)
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

// summaryCell is the text of a summary in a column.
func (p printer) summaryCell(c Column, r *row) string {
	switch {
	case c == Start:
		return p.moment(r.start)
	case c == End:
		return p.moment(r.end)
	}
	if r.summary == nil || r.value == nil {
		return ""
	}
	if c == Ratio {
		return p.ratio(r.value)
	}
	d := c.digest(r.value)
	if d == nil {
		return ""
	}
	if c == GreatestTime {
		return p.moment(d.MaxTime)
	}
	v, _ := c.Of(d)
	switch precision := p.style.Precision; {
	case p.exact:
		return string(format.AppendExact(nil, libpcp.DoubleAtom(v)))
	case precision != nil:
		return figures.Fixed(r.metric.percent(v), *precision)
	}
	return figures.Float(r.metric.percent(v))
}

// ratio is how a value has changed; for people in a word where that is no number.
func (p printer) ratio(v *Value) string {
	ratio, ok := v.Ratio()
	switch {
	case ok && p.exact:
		return string(format.AppendExact(nil, libpcp.DoubleAtom(ratio)))
	case ok:
		return figures.Float(ratio)
	case p.exact:
		return ""
	case v.Digest == nil || v.Digest.Mean == 0:
		return "gone"
	}
	return "new"
}

// moment is a time in a summary.
func (p printer) moment(t time.Time) string {
	switch {
	case t.IsZero():
		return ""
	case p.exact:
		return p.timeText(t)
	}
	text := In(t, p.zone).Format(dateLayout + "15:04:05")
	if p.offset != nil {
		text += p.offset(t)
	}
	return text
}

// dateLayout is the date of a time in a summary.
const dateLayout = "2006-01-02 "

// figure is a value for people: as many digits as say something, or as were
// asked for; parts of time in percent.
func (p *printer) figure(m *Metric, v *Value) string {
	switch {
	case v == nil:
		return ""
	case v.Err != nil:
		return "!"
	case v.Atom == nil:
		return p.value(v)
	case m != nil && m.Shown != nil && m.Shown.People && v.Atom.Type.Numeric():
		return figures.Short(v.Atom.Float64(), m.Desc.Units)
	}
	switch a := *v.Atom; a.Type {
	case libpcp.TypeFloat, libpcp.TypeDouble:
		n := m.percent(a.Float64())
		d := p.style.Precision
		if d == nil && m != nil && m.Shown != nil {
			d = m.Shown.Precision
		}
		if d != nil {
			return figures.Fixed(n, *d)
		}
		return figures.Float(n)
	case libpcp.TypeString:
		return a.Text()
	}
	return p.atom(*v.Atom)
}

// formed is a value in a form, if there is one; integers need none unless they are
// converted.
func (p *printer) formed(form *figures.Form, m *Metric, v *Value) string {
	if form != nil && v.numeric() && (form.Converts() || !integer(v.Atom)) {
		return form.Text(v.Atom.Float64())
	}
	return p.figure(m, v)
}
