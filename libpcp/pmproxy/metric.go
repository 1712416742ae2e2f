package pmproxy

import (
	"encoding/json"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// metric is what a Client knows about a metric.
type metric struct {
	name          string
	desc          libpcp.Desc
	oneLine, help string
	labels        libpcp.LabelSet // except the context's
}

// metricReply is an element of "metrics" in the answer of /pmapi/metric, or
// what failed in its place.
type metricReply struct {
	Name    string          `json:"name"`
	Message string          `json:"message"`
	PMID    string          `json:"pmid"`
	InDom   string          `json:"indom"`
	Type    string          `json:"type"`
	Sem     string          `json:"sem"`
	Units   string          `json:"units"`
	Labels  json.RawMessage `json:"labels"`
	OneLine string          `json:"text-oneline"`
	Help    string          `json:"text-help"`
}

// err is why a name has no metric. Without a reason from pmproxy, the namespace
// has an identifier that its agent does not know.
func (r *metricReply) err() error {
	err := rest.Refused(r.Message)
	if err.Code == libpcp.ErrGeneric {
		err.Code = libpcp.ErrPMID
	}
	return err
}

// metric checks a reply in an answer.
func (r *metricReply) metric(answer *rest.Labels, context libpcp.LabelSet) (*metric, error) {
	desc, err := rest.Desc(r.PMID, r.InDom, r.Type, r.Sem, r.Units)
	if err != nil {
		return nil, err
	}
	m := &metric{name: r.Name, oneLine: r.OneLine, help: r.Help, desc: desc}
	labels, err := parseLabels(answer, r.Labels, libpcp.LabelItem)
	if err != nil {
		return nil, err
	}
	m.labels = without(labels, context)
	return m, nil
}

// catalogue caches the metadata of metrics.
type catalogue struct {
	byName map[string]*metric
	byID   map[libpcp.PMID][]*metric
	indoms map[libpcp.InDom]bool
	whole  bool // all metrics of the namespace are here
}

func (c *catalogue) add(m *metric) {
	if c.byName == nil {
		*c = catalogue{
			byName: make(map[string]*metric), byID: make(map[libpcp.PMID][]*metric), indoms: make(map[libpcp.InDom]bool),
		}
	}
	if old := c.byName[m.name]; old != nil {
		*old = *m
		return
	}
	c.byName[m.name] = m
	c.byID[m.desc.PMID] = append(c.byID[m.desc.PMID], m)
	c.indoms[m.desc.InDom] = true
}

// id returns a metric of an identifier, or nil.
func (c *catalogue) id(id libpcp.PMID) *metric {
	if all := c.byID[id]; len(all) > 0 {
		return all[0]
	}
	return nil
}
