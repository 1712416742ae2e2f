package openmetrics

import (
	"iter"
	"time"

	"pcptools/libpcp"
)

// A Metric is a metric with its values at a time.
type Metric struct {
	Name   string
	Desc   libpcp.Desc     // with its PMID, in which the name ends if another had the same
	Help   string          // on one line; "" for none
	Labels []libpcp.Label  // of all values
	Host   string          // the label host, for metrics of several sources; "" for none
	Time   time.Time       // written with each value; zero for values of now
	Values iter.Seq[Value] // iterated over more than once
}

// A Value is the value of a metric, or of one of its instances.
type Value struct {
	Atom     libpcp.Atom
	Instance *libpcp.Instance // nil if the metric is singular; one without a name has the label instid
	Labels   []libpcp.Label   // of the instance
}

// kind is the type of the family. A counter that is negative, or no number, is none
// there.
func (m *Metric) kind() string {
	switch {
	case m.Desc.Type == libpcp.TypeString:
		return "info"
	case m.Desc.Sem != libpcp.SemCounter:
		return "gauge"
	}
	for v := range m.Values {
		if !(v.Atom.Float64() >= 0) {
			return "unknown"
		}
	}
	return "counter"
}
