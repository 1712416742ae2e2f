package openmetrics

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"pcptools/libpcp"
)

// Format is a text format. Samples are alike in both; the lines about families
// differ.
type Format int

// The formats.
const (
	OpenMetrics Format = iota // version 1.0
	Prometheus                // the text format 0.0.4
)

// ContentType is what HTTP calls a text in the format.
func (f Format) ContentType() string {
	if f == Prometheus {
		return "text/plain; version=0.0.4; charset=utf-8"
	}
	return "application/openmetrics-text; version=1.0.0; charset=utf-8"
}

// flushSize is how much text is kept before it is written.
const flushSize = 16 << 10

// An Encoder writes metrics; [Encoder.Close] completes the text. Each Write to its
// writer is of whole lines.
type Encoder struct {
	out    io.Writer
	format Format
	buf    bytes.Buffer
	taken  map[string]bool // names of families and of their samples
	known  map[familyKey]*gathered
	all    []*gathered // in the order in which they come
	size   int         // of their samples
}

// familyKey is what the samples of a family have in common.
type familyKey struct{ metric, kind, unit string }

// gathered is a family whose samples wait for the end.
type gathered struct {
	family
	head   []byte
	series map[string]*series
	all    []*series // in the order in which they come
}

// A series is the samples that have a name and labels in common, in the order of time.
type series struct {
	start   string // of each line
	samples []byte // the rest of all lines
}

// maxGathered is how much of samples waits at most.
const maxGathered = 512 << 20

// NewEncoder returns an Encoder into out.
func NewEncoder(out io.Writer, f Format) *Encoder {
	return &Encoder{out: out, format: f, taken: make(map[string]bool)}
}

// Gather has the samples of the metrics that follow wait for Close, which writes those of
// one name, and of one series, together, as both formats demand: of several hosts, or of
// several times. Without it, each name is to be written once.
func (e *Encoder) Gather() { e.known = make(map[familyKey]*gathered) }

// Write writes a metric, unless it is neither a number nor a string.
func (e *Encoder) Write(m *Metric) error {
	if !m.Desc.Type.Numeric() && m.Desc.Type != libpcp.TypeString {
		return nil
	}
	f := newFamily(m)
	if e.known == nil {
		e.name(&f, m)
		e.head(f, m)
		return cmp.Or(e.samples(f, m, func(int) error {
			if e.buf.Len() > flushSize {
				return e.flush()
			}
			return nil
		}), e.flush())
	}
	key := familyKey{m.Name, f.kind, f.unit}
	g := e.known[key]
	if g == nil {
		e.name(&f, m)
		e.head(f, m)
		g = &gathered{family: f, head: bytes.Clone(e.buf.Bytes()), series: make(map[string]*series)}
		e.known[key], e.all = g, append(e.all, g)
		e.buf.Reset()
	}
	g.scale = f.scale
	return e.samples(g.family, m, func(start int) error { return e.keep(g, start) })
}

// keep moves the line in the buffer to its series; start is the length of its name and
// labels.
func (e *Encoder) keep(g *gathered, start int) error {
	line := e.buf.Bytes()
	s := g.series[string(line[:start])]
	if s == nil {
		s = &series{start: string(line[:start])}
		g.series[s.start], g.all = s, append(g.all, s)
		e.size += start
	}
	s.samples = append(s.samples, line[start:]...)
	e.size += len(line) - start
	e.buf.Reset()
	if e.size > maxGathered {
		return fmt.Errorf("openmetrics: more than %d MiB of samples wait for others of their series", maxGathered>>20)
	}
	return nil
}

// Close writes what has been gathered, and the end. It does not close the writer.
func (e *Encoder) Close() error {
	for _, g := range e.all {
		e.buf.Write(g.head)
		for _, s := range g.all {
			for rest := range bytes.Lines(s.samples) {
				e.buf.WriteString(s.start)
				e.buf.Write(rest)
			}
			if err := e.flush(); err != nil {
				return err
			}
		}
	}
	if e.format == OpenMetrics {
		e.buf.WriteString("# EOF\n")
	}
	return e.flush()
}

// name gives the family of a metric its name. Names that differ only in dots end
// in the identifier of the metric.
func (e *Encoder) name(f *family, m *Metric) {
	name := validName(m.Name)
	if f.kind == "counter" {
		name = strings.TrimSuffix(name, "_total")
	}
	if f.unit != "" && !strings.HasSuffix(name, "_"+f.unit) {
		name += "_" + f.unit
	}
	if f.name = name; e.taken[f.name] || e.taken[f.sampleName()] {
		f.name = strings.TrimSuffix(name, "_"+f.unit) + "_" + strings.ReplaceAll(m.Desc.PMID.String(), ".", "_")
		if f.unit != "" {
			f.name += "_" + f.unit
		}
	}
	e.taken[f.name], e.taken[f.sampleName()] = true, true
}

// head writes the lines about a family as a whole.
func (e *Encoder) head(f family, m *Metric) {
	if e.format == OpenMetrics {
		f.head(&e.buf, m)
	} else {
		f.olderHead(&e.buf, m)
	}
}

// samples writes the samples of a metric, and calls done after each with the length of its
// name and labels.
func (e *Encoder) samples(f family, m *Metric, done func(start int) error) error {
	stamp := "\n"
	if !m.Time.IsZero() {
		stamp = " " + e.epoch(m.Time) + "\n"
	}
	labels := labelsOf(m.Labels)
	for v := range m.Values {
		before := e.buf.Len()
		e.buf.WriteString(f.sampleName())
		value := f.labels(&e.buf, m.Host, labels, v)
		start := e.buf.Len() - before
		e.buf.WriteString(" " + value + stamp)
		if err := done(start); err != nil {
			return err
		}
	}
	return nil
}

func (e *Encoder) flush() error {
	_, err := e.out.Write(e.buf.Bytes())
	e.buf.Reset()
	return err
}

// epoch is a time since 1970: in seconds, or in milliseconds for Prometheus.
func (e *Encoder) epoch(t time.Time) string {
	if e.format == Prometheus {
		return strconv.FormatInt(t.UnixMilli(), 10)
	}
	text := strconv.FormatInt(t.Unix(), 10)
	if n := t.Nanosecond(); n != 0 {
		text += "." + strings.TrimRight(strconv.Itoa(1e9 + n)[1:], "0")
	}
	return text
}
