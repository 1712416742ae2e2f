package main

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// shady is what a terminal would obey: an escape sequence, the title of a
// window, C0, DEL, C1, and marks that set the direction of writing.
const shady = "\x1b[2J\x1b]0;x\a\r\x7f\u009b2J\u202ex\u2066\u0085\xff"

// shadySource is a [sourcetest.Memory] with a shady end of each text: the names
// of metrics below the branch shady and of instances, help texts, strings and
// values of labels.
type shadySource struct{ *sourcetest.Memory }

func newShady() shadySource {
	m := sourcetest.NewMemory(3)
	for i := range m.Metrics {
		metric := &m.Metrics[i]
		metric.OneLine += shady
		metric.Help += shady + "\nmore" + shady
		if metric.Desc.Type == libpcp.TypeString {
			metric.Values.Values = []libpcp.Value{libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: libpcp.TypeString, Data: []byte(shady + "\x00")})}
		}
		other := *metric
		other.Name = "shady." + other.Name + shady
		other.Desc.PMID += 1 << 9
		other.Values.PMID = other.Desc.PMID
		m.Metrics = append(m.Metrics, other)
	}
	for _, instances := range m.InDoms {
		for i := range instances {
			instances[i].Name += shady
		}
	}
	return shadySource{m}
}

// Ask implements [libpcp.Source].
func (s shadySource) Ask(ctx context.Context, queries ...libpcp.Query) {
	s.Memory.Ask(ctx, queries...)
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.HostNameQuery:
			q.Name += shady
		case *libpcp.TimezoneQuery:
			q.Zone += shady
		case *libpcp.LabelsQuery:
			for i := range q.Sets {
				value := `"` + shady + `"`
				q.Sets[i].JSON, q.Sets[i].Labels[0].Value = `{"source":`+value+`}`, value
			}
		}
	}
}
