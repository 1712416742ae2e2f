package sourcetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"pcptools/libpcp"
)

// Memory is a source of metrics, which change only as its functions have it.
type Memory struct {
	Metrics []Metric
	InDoms  map[libpcp.InDom][]libpcp.Instance
	Now     func() time.Time // of results; if nil the time is always the same
}

// Metric is a metric of a [Memory].
type Metric struct {
	Name          string
	Desc          libpcp.Desc
	OneLine, Help string
	Values        libpcp.ValueSet
	Fetch         func() libpcp.ValueSet // in place of Values, if not nil
}

// NewMemory returns a source with n metrics and some more that are special.
func NewMemory(n int) *Memory {
	indom := libpcp.NewInDom(200, 1)
	m := &Memory{InDoms: map[libpcp.InDom][]libpcp.Instance{
		indom: {{ID: 1, Name: "1 minute"}, {ID: 5, Name: "5 minute"}, {ID: 15, Name: "15 minute"}},
	}}
	m.add("memory.load", libpcp.Type32, indom, "load average", "The load average, in thousandths.")
	m.add("memory.one", libpcp.TypeU32, libpcp.NullInDom, "the number one", "")
	m.add("memory.host.name", libpcp.TypeString, libpcp.NullInDom, "", "")
	for i := range n {
		name := fmt.Sprintf("many.m%03d.metric", i)
		m.add(name, libpcp.Type64, libpcp.NullInDom, "metric "+name, "Long text about "+name)
	}
	failing := m.add("memory.failing", libpcp.Type32, libpcp.NullInDom, "fails", "")
	failing.Values = libpcp.ValueSet{PMID: failing.Desc.PMID, Err: libpcp.ErrAgain}
	return m
}

// add adds a metric and gives it values.
func (m *Memory) add(name string, t libpcp.Type, d libpcp.InDom, oneLine, help string) *Metric {
	n := uint32(len(m.Metrics))
	id := libpcp.NewPMID(200, n>>10, n)
	m.Metrics = append(m.Metrics, Metric{
		Name: name, OneLine: oneLine, Help: help,
		Desc:   libpcp.Desc{PMID: id, Type: t, InDom: d, Sem: libpcp.SemInstant},
		Values: libpcp.ValueSet{PMID: id},
	})
	metric := &m.Metrics[n]
	insts := []int32{libpcp.NullInst}
	if d != libpcp.NullInDom {
		insts = []int32{1, 5, 15}
	}
	for _, inst := range insts {
		metric.Values.Values = append(metric.Values.Values, value(t, inst))
	}
	if t != libpcp.Type32 && t != libpcp.TypeU32 {
		metric.Values.Format = libpcp.PointerDynamic
	}
	return metric
}

func value(t libpcp.Type, inst int32) libpcp.Value {
	switch t {
	case libpcp.TypeString:
		return libpcp.BlockValue(inst, libpcp.Block{Type: t, Data: []byte("a string\x00")})
	case libpcp.Type64:
		return libpcp.BlockValue(inst, libpcp.Block{Type: t, Data: []byte{7: 64}})
	}
	return libpcp.Value{Inst: inst, Word: 32}
}

func (m *Memory) named(name string) *Metric {
	for i := range m.Metrics {
		if m.Metrics[i].Name == name {
			return &m.Metrics[i]
		}
	}
	return nil
}

func (m *Memory) metric(id libpcp.PMID) (*Metric, error) {
	for i := range m.Metrics {
		if m.Metrics[i].Desc.PMID == id {
			return &m.Metrics[i], nil
		}
	}
	return nil, libpcp.ErrPMID
}

// Ask implements [libpcp.Source].
func (m *Memory) Ask(_ context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.LookupQuery:
			q.Replies = m.lookup(q.Names)
		case *libpcp.NamesQuery:
			q.Names, q.Err = m.namesOf(q.ID)
		case *libpcp.ChildrenQuery:
			q.Children, q.Err = m.children(q.Name)
		case *libpcp.TraverseQuery:
			var names []string
			names, q.Err = m.traverse(q.Name)
			q.Names = libpcp.NameListOf(names)
		case *libpcp.DescsQuery:
			q.Replies = m.descs(q.IDs)
		case *libpcp.InstancesQuery:
			q.Instances, q.Err = m.instances(q.InDom)
		case *libpcp.InstanceNameQuery:
			q.Name, q.Err = m.instanceName(q.InDom, q.Inst)
		case *libpcp.InstanceIDQuery:
			q.Inst, q.Err = m.instanceID(q.InDom, q.Name)
		case *libpcp.TextQuery:
			q.Text, q.Err = m.text(q.ID)
		case *libpcp.LabelsQuery:
			q.Sets, q.Err = m.labels(q.ID), nil
		case *libpcp.FetchQuery:
			q.Result, q.Err = m.fetch(q.IDs, q.Profile), nil
		case *libpcp.HostNameQuery:
			q.Name, q.Err = "memory.example", nil
		case *libpcp.TimezoneQuery:
			q.Zone, q.Err = "UTC", nil
		default:
			q.Decline()
		}
	}
}

func (m *Memory) lookup(names []string) []libpcp.LookupReply {
	replies := make([]libpcp.LookupReply, len(names))
	for i, name := range names {
		r := &replies[i]
		if metric := m.named(name); metric != nil {
			r.ID = metric.Desc.PMID
			continue
		}
		r.ID, r.Err = libpcp.NullPMID, libpcp.ErrName
		if below, _ := m.traverse(name); len(below) > 0 {
			r.Err = libpcp.ErrNonLeaf
		}
	}
	return replies
}

func (m *Memory) namesOf(id libpcp.PMID) ([]string, error) {
	metric, err := m.metric(id)
	if err != nil {
		return nil, err
	}
	return []string{metric.Name}, nil
}

func (m *Memory) children(name string) (children []libpcp.Child, err error) {
	prefix := name
	if name != "" {
		prefix += "."
	}
	err = libpcp.ErrName
	for _, metric := range m.Metrics {
		if metric.Name == name {
			err = nil
		}
		rest, ok := strings.CutPrefix(metric.Name, prefix)
		if !ok {
			continue
		}
		first, _, inner := strings.Cut(rest, ".")
		if c := (libpcp.Child{Name: first, Leaf: !inner}); !slices.Contains(children, c) {
			children, err = append(children, c), nil
		}
	}
	return children, err
}

func (m *Memory) traverse(name string) (names []string, err error) {
	for _, metric := range m.Metrics {
		if name == "" || metric.Name == name || strings.HasPrefix(metric.Name, name+".") {
			names = append(names, metric.Name)
		}
	}
	if len(names) == 0 {
		return nil, libpcp.ErrName
	}
	return names, nil
}

func (m *Memory) descs(ids []libpcp.PMID) []libpcp.DescReply {
	replies := make([]libpcp.DescReply, len(ids))
	for i, id := range ids {
		if metric, err := m.metric(id); err != nil {
			replies[i].Err = err
		} else {
			replies[i].Desc = metric.Desc
		}
	}
	return replies
}

func (m *Memory) instances(d libpcp.InDom) ([]libpcp.Instance, error) {
	all, ok := m.InDoms[d]
	if !ok {
		return nil, libpcp.ErrInDom
	}
	return all, nil
}

func (m *Memory) instanceName(d libpcp.InDom, id int32) (string, error) {
	for _, inst := range m.InDoms[d] {
		if inst.ID == id {
			return inst.Name, nil
		}
	}
	return "", libpcp.ErrInst
}

func (m *Memory) instanceID(d libpcp.InDom, name string) (int32, error) {
	for _, inst := range m.InDoms[d] {
		if inst.Name == name {
			return inst.ID, nil
		}
	}
	return libpcp.NullInst, libpcp.ErrInst
}

func (m *Memory) text(id libpcp.TextID) (string, error) {
	metric, err := m.metric(libpcp.PMID(id.Ident))
	if err != nil {
		return "", err
	}
	text := metric.OneLine
	if id.Kind&libpcp.TextHelp != 0 && metric.Help != "" {
		text = metric.Help
	}
	if text == "" {
		return "", libpcp.ErrText
	}
	return text, nil
}

// labels has everything labelled with what it is.
func (m *Memory) labels(id libpcp.LabelID) []libpcp.LabelSet {
	if id.Class != libpcp.LabelInstances {
		return []libpcp.LabelSet{labelSet(id.Class, libpcp.NullInst)}
	}
	var sets []libpcp.LabelSet
	for _, inst := range m.InDoms[libpcp.InDom(id.Ident)] {
		sets = append(sets, labelSet(id.Class, inst.ID))
	}
	return sets
}

func labelSet(class libpcp.LabelClass, inst int32) libpcp.LabelSet {
	return libpcp.LabelSet{
		Inst:   inst,
		JSON:   `{"source":"memory"}`,
		Labels: []libpcp.Label{{Name: "source", Value: `"memory"`, Flags: uint8(class)}},
	}
}

func (m *Memory) fetch(ids []libpcp.PMID, profile *libpcp.Profile) *libpcp.Result {
	r := &libpcp.Result{Time: time.Unix(1700000000, 0)}
	if m.Now != nil {
		r.Time = m.Now()
	}
	for _, id := range ids {
		metric, err := m.metric(id)
		if err != nil {
			r.Sets = append(r.Sets, libpcp.ValueSet{PMID: id, Err: libpcp.ErrPMID})
			continue
		}
		set := metric.Values
		if metric.Fetch != nil {
			set = metric.Fetch()
		}
		set.Values = slices.DeleteFunc(slices.Clone(set.Values), func(v libpcp.Value) bool {
			return v.Inst != libpcp.NullInst && !profile.Includes(metric.Desc.InDom, v.Inst)
		})
		r.Sets = append(r.Sets, set)
	}
	return r
}

// Close implements [libpcp.Source].
func (m *Memory) Close() error { return nil }
