package report

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"time"
	"unicode/utf8"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// text is a short string, in JSON an object if it is not UTF-8.
type text string

// MarshalJSON implements json.Marshaler.
func (t text) MarshalJSON() ([]byte, error) {
	if !utf8.ValidString(string(t)) {
		return json.Marshal(base64JSON{[]byte(t)})
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(string(t))
	return b.Bytes(), err
}

type base64JSON struct {
	Base64 []byte `json:"base64"`
}

// labels are an object, in their own order.
type labels []libpcp.Label

func newLabels(l []libpcp.Label) *labels {
	if l == nil {
		return nil
	}
	return (*labels)(&l)
}

// MarshalJSON implements json.Marshaler. Of labels that have the same name,
// which is an error of a PMDA, the first counts. Their values are JSON, if the
// PMDA has kept to that.
func (l labels) MarshalJSON() ([]byte, error) {
	b := bytes.NewBufferString("{")
	for i, label := range l {
		if i > 0 && label.Name == l[i-1].Name || !utf8.ValidString(label.Name) {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		name, _ := text(label.Name).MarshalJSON()
		b.Write(bytes.TrimSpace(name))
		b.WriteByte(':')
		at := b.Len()
		if !utf8.ValidString(label.Value) || json.Compact(b, []byte(label.Value)) != nil {
			b.Truncate(at)
			value, _ := text(label.Value).MarshalJSON()
			b.Write(bytes.TrimSpace(value))
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

type instanceJSON struct {
	ID     int32   `json:"id"`
	Name   *text   `json:"name,omitempty"`
	Series string  `json:"series,omitempty"`
	Labels *labels `json:"labels,omitempty"`
}

type failureJSON struct {
	Call   string `json:"call,omitempty"`
	Code   int32  `json:"code"`
	Symbol string `json:"symbol,omitempty"`
	Text   text   `json:"text"`
	Reason Reason `json:"reason,omitempty"`
}

// valueJSON is a value that is not long.
type valueJSON struct {
	Instance *instanceJSON `json:"instance,omitempty"`
	Old      any           `json:"old_value,omitempty"`
	Value    any           `json:"value,omitempty"`
	Summary  *digestJSON   `json:"summary,omitempty"`
	Before   *digestJSON   `json:"before,omitempty"`
	Ratio    *float64      `json:"ratio,omitempty"`
	Error    *failureJSON  `json:"error,omitempty"`
}

func newInstanceJSON(i *Instance) *instanceJSON {
	j := &instanceJSON{ID: i.ID, Series: i.Series, Labels: newLabels(i.Labels)}
	if i.Named {
		name := text(i.Name)
		j.Name = &name
	}
	return j
}

func (s *stream) newFailure(f *Failure) *failureJSON {
	if f == nil {
		return nil
	}
	code := libpcp.Code(f.Err)
	return &failureJSON{Call: f.Call, Code: int32(code), Symbol: Symbol(code), Text: text(f.Text(s.words)), Reason: f.reason()}
}

func (s *stream) failure(f *Failure) {
	if f != nil {
		s.key("error")
		s.value(s.newFailure(f))
	}
}

// instance writes an instance, whose name may be long.
func (s *stream) instance(i *Instance) {
	if len(i.Name) <= chunkSize {
		s.value(newInstanceJSON(i))
		return
	}
	s.open()
	s.fields(instanceJSON{ID: i.ID})
	s.textMember("name", i.Name)
	s.fields(struct {
		Series string  `json:"series,omitempty"`
		Labels *labels `json:"labels,omitempty"`
	}{i.Series, newLabels(i.Labels)})
	s.close()
}

func (s *stream) values(key string, values *List[Value]) {
	s.key(key)
	s.openList()
	for v := range values.each {
		s.oneValue(v)
	}
	s.closeList()
}

func (s *stream) oneValue(v *Value) {
	if v.short() {
		j := s.statistics(v)
		j.Error = s.newFailure(v.Err)
		if v.Instance != nil {
			j.Instance = newInstanceJSON(v.Instance)
		}
		if v.Atom != nil {
			j.Value = atomJSON(*v.Atom)
		}
		if v.Old != nil {
			j.Old = atomJSON(*v.Old)
		}
		s.value(j)
		return
	}
	s.open()
	if v.Instance != nil {
		s.key("instance")
		s.instance(v.Instance)
	}
	if v.Old != nil {
		s.content("old_value", &Value{Atom: v.Old})
	}
	name := "value"
	if v.Events != nil {
		name = "events"
	}
	s.content(name, v)
	if v.Digest != nil || v.Before != nil {
		s.fields(s.statistics(v))
	}
	s.failure(v.Err)
	s.close()
}

// statistics are the members of a value that a summary has.
func (s *stream) statistics(v *Value) valueJSON {
	j := valueJSON{Summary: s.newDigest(v.Digest), Before: s.newDigest(v.Before)}
	if ratio, ok := v.Ratio(); ok {
		j.Ratio = &ratio
	}
	return j
}

type digestJSON struct {
	Count       uint64  `json:"count"`
	Mean        float64 `json:"mean"`
	P50         float64 `json:"p50"`
	P95         float64 `json:"p95"`
	P99         float64 `json:"p99"`
	Min         float64 `json:"min"`
	Max         float64 `json:"max"`
	MaxTime     string  `json:"max_time"`
	Approximate bool    `json:"approximate,omitempty"`
}

func (s *stream) newDigest(d *Digest) *digestJSON {
	if d == nil {
		return nil
	}
	return &digestJSON{d.Count, d.Mean, d.P50, d.P95, d.P99, d.Min, d.Max, s.time(d.MaxTime), d.Approximate}
}

// content writes the content of a value, if any, as a member.
func (s *stream) content(name string, v *Value) {
	switch {
	case v.Events != nil:
		s.key(name)
		s.events(v.Events)
	case v.Atom == nil:
	case v.Atom.Type == libpcp.TypeString:
		s.textMember(name, v.Atom.Text())
	case v.Atom.Type.Numeric():
		s.key(name)
		s.value(atomJSON(*v.Atom))
	default:
		s.key(name)
		writeBase64(s, v.Atom.Bytes())
	}
}

// short reports whether nothing in a value can be long.
func (v *Value) short() bool {
	brief := func(a *libpcp.Atom) bool { return a == nil || len(a.Bytes()) <= chunkSize }
	return v.Events == nil && brief(v.Atom) && brief(v.Old) &&
		(v.Instance == nil || len(v.Instance.Name) <= chunkSize)
}

// maxExact is the largest integer below which all have a double of their own,
// which is what many readers of JSON make of a number.
const maxExact = 1<<53 - 1

// atomJSON is a number, a string or bytes as encoding/json should have it. Values
// that JSON numbers cannot have, such as NaN, are strings.
func atomJSON(a libpcp.Atom) any {
	switch a.Type {
	case libpcp.Type32, libpcp.Type64:
		if n := a.Int64(); n < -maxExact || n > maxExact {
			return strconv.FormatInt(n, 10)
		}
		return a.Int64()
	case libpcp.TypeU32, libpcp.TypeU64:
		if n := a.Uint64(); n > maxExact {
			return strconv.FormatUint(n, 10)
		}
		return a.Uint64()
	case libpcp.TypeFloat, libpcp.TypeDouble:
		f := a.Float64()
		if name := nonFinite(f); name != "" {
			return name
		}
		if a.Type == libpcp.TypeFloat {
			return float32(f)
		}
		return f
	case libpcp.TypeString:
		return text(a.Bytes())
	}
	return base64JSON{a.Bytes()}
}

// number is a number as exact as in JSON, in digits.
func number(a libpcp.Atom) string {
	if name := nonFinite(a.Float64()); name != "" {
		return name
	}
	return string(format.AppendExact(nil, a))
}

// nonFinite names an infinity or NaN.
func nonFinite(v float64) string {
	switch {
	case math.IsNaN(v):
		return "NaN"
	case math.IsInf(v, 1):
		return "Infinity"
	case math.IsInf(v, -1):
		return "-Infinity"
	}
	return ""
}

// time is the text of a time, "" for the zero time.
func (s *stream) time(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return string(appendTime(nil, t, s.zone))
}

// appendTime appends a time in the chosen form.
func (s *Style) appendTime(dst []byte, t time.Time, zone *time.Location) []byte {
	switch t = In(t, zone); {
	case s.Times == "epoch":
		return appendNanoseconds(strconv.AppendInt(dst, t.Unix(), 10), t)
	case s.Times == "excel" && s.Fine:
		return t.AppendFormat(dst, time.DateTime+".000")
	case s.Times == "excel":
		return t.AppendFormat(dst, time.DateTime)
	}
	return appendTime(dst, t, nil)
}

// appendTime appends a time in the form of RFC 3339, with nanoseconds. A zone
// that is not whole minutes from UTC has no such form, and UTC takes its place;
// nor has a year that is not of four digits: that is @ and the seconds since
// 1970.
func appendTime(dst []byte, t time.Time, zone *time.Location) []byte {
	t = In(t, zone)
	if _, offset := t.Zone(); offset%60 != 0 {
		t = t.UTC()
	}
	if year := t.Year(); year < 0 || year > 9999 {
		return appendNanoseconds(strconv.AppendInt(append(dst, '@'), t.Unix(), 10), t)
	}
	at := len(dst) + len("2006-01-02T15:04:05")
	dst = t.AppendFormat(dst, time.RFC3339) // fast, unlike a layout with nanoseconds
	var offset [len("+00:00")]byte
	n := copy(offset[:], dst[at:])
	return append(appendNanoseconds(dst[:at], t), offset[:n]...)
}

// appendNanoseconds appends the decimals of a second.
func appendNanoseconds(dst []byte, t time.Time) []byte {
	at := len(dst)
	dst = strconv.AppendInt(dst, 1e9+int64(t.Nanosecond()), 10)
	dst[at] = '.'
	return dst
}
