package pmproxy

import (
	"encoding/json"

	"pcptools/libpcp"
)

// metric is what a Client knows about a metric.
type metric struct {
	name          string
	desc          libpcp.Desc
	oneLine, help string
	labels        libpcp.LabelSet // without those of the context
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

// err is why there is no metric of a name. Where pmproxy has no reason the name
// space has an identifier that its agent does not know.
func (r *metricReply) err() error {
	code := codeOf(r.Message)
	if code == libpcp.ErrGeneric {
		code = libpcp.ErrPMID
	}
	return &Error{Code: code, Message: r.Message}
}

// metric checks a reply. Metrics whose type, semantics or units make no sense
// exist, also at a pmcd.
func (r *metricReply) metric(context libpcp.LabelSet) (*metric, error) {
	id, err := parsePMID(r.PMID)
	if err != nil {
		return nil, err
	}
	indom, err := parseInDom(r.InDom)
	if err != nil {
		return nil, err
	}
	m := &metric{name: r.Name, oneLine: r.OneLine, help: r.Help, desc: libpcp.Desc{PMID: id, InDom: indom}}
	var ok bool
	if m.desc.Type, ok = types[r.Type]; !ok {
		m.desc.Type = libpcp.TypeUnknown
	}
	m.desc.Sem = semantics[r.Sem]
	if units, _, err := libpcp.ParseUnits(r.Units); err == nil {
		m.desc.Units = units // else "none", or a label that pmproxy shows in their place
	}
	labels, err := parseLabels(r.Labels, libpcp.LabelItem)
	if err != nil {
		return nil, err
	}
	m.labels = without(labels, context)
	return m, nil
}

func nonsense(member, value string) error {
	return &Error{Code: libpcp.ErrIPC, Message: "the answer makes no sense: " + member + " " + value}
}

// types are the names of pmTypeStr(3) in lower case.
var types = map[string]libpcp.Type{
	"32": libpcp.Type32, "u32": libpcp.TypeU32, "64": libpcp.Type64, "u64": libpcp.TypeU64,
	"float": libpcp.TypeFloat, "double": libpcp.TypeDouble, "string": libpcp.TypeString,
	"aggregate": libpcp.TypeAggregate, "aggregate_static": libpcp.TypeAggregateStatic,
	"event": libpcp.TypeEvent, "highres_event": libpcp.TypeHighResEvent,
	"unsupported": libpcp.TypeNoSupport,
}

// semantics are the names of pmSemStr(3).
var semantics = map[string]libpcp.Semantics{
	"counter": libpcp.SemCounter, "instant": libpcp.SemInstant, "discrete": libpcp.SemDiscrete,
}

// catalogue is what is known about metrics.
type catalogue struct {
	byName map[string]*metric
	byID   map[libpcp.PMID][]*metric
	indoms map[libpcp.InDom]bool
	whole  bool // all metrics of the name space are here
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
