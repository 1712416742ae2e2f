package report

import "bytes"

// families are what several sources expose: the samples of a family stand
// together, each with a label for its source. They wait for all sources.
type families struct {
	openMetrics
	known map[familyKey]*family
	all   []*family // in the order in which they come
}

// A family is a metric of a source, or of several, with lines of samples that
// lack the name.
type family struct {
	exposed
	metric *Metric // without values
	lines  []byte
}

// familyKey is what the samples of a family have in common.
type familyKey struct{ metric, kind, unit string }

func joinFamilies(o Options) joined {
	return &families{openMetrics: openMetrics{Options: o, taken: make(map[string]bool)}, known: make(map[familyKey]*family)}
}

func (j *families) join(made piece) error {
	f := made.family
	if f == nil {
		return nil
	}
	key := familyKey{f.metric.Name, f.kind, f.unit}
	if old := j.known[key]; old != nil {
		old.lines = append(old.lines, f.lines...)
		return nil
	}
	f.exposed = j.named(f.exposed, f.metric)
	j.known[key], j.all = f, append(j.all, f)
	return nil
}

func (*families) settle(int64) error { return nil }

func (j *families) End() error {
	for _, f := range j.all {
		j.head(f.exposed, f.metric)
		for line := range bytes.Lines(f.lines) {
			j.buf.WriteString(f.sampleName())
			if j.buf.Write(line); j.buf.Len() > flushSize {
				if err := j.flush(); err != nil {
					return err
				}
			}
		}
	}
	return j.openMetrics.End()
}

// familiesOfPart makes the families of one source.
type familiesOfPart struct{ openMetrics }

func newFamilies(o Options) partEncoder { return &familiesOfPart{openMetrics{Options: o}} }

func (p *familiesOfPart) piece(r Record) piece {
	m, f := exposable(r)
	if m == nil {
		return piece{}
	}
	for line := range p.samples(f, m) {
		line()
	}
	lines := bytes.Clone(p.buf.Bytes())
	p.buf.Reset()
	return piece{family: &family{f, &Metric{Name: m.Name, ID: m.ID, Desc: m.Desc, OneLine: m.OneLine}, lines}}
}

// hostLabels are labels with the label host in front, the name of the source as
// the user gave it. A label host of the source is renamed as Prometheus renames
// it.
func hostLabels(host string, labels []label) []label {
	list := []label{{"host", host}}
	for _, l := range labels {
		if l.name == "host" {
			l.name = "exported_host"
		}
		list = append(list, l)
	}
	return list
}
