package daemon

import (
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// Attribute sends the agent an attribute of a client.
func (l *Link) Attribute(from, key int32, value string) error {
	return l.tell(from, &pdu.Attr{Key: key, Payload: append([]byte(value), 0)})
}

// EndClient notifies the agent that a client has gone.
func (l *Link) EndClient(from int32) { l.tell(from, &pdu.Error{Code: libpcp.ErrNotConn}) }

// Profile sends the agent which instances the next fetch wants.
func (l *Link) Profile(from int32, p *libpcp.Profile) error {
	m := pdu.Profile{Context: from}
	if p != nil {
		m.Profile = *p
	}
	return l.tell(from, &m)
}

// Fetch returns values, and the changes in the agent.
func (l *Link) Fetch(from int32, ids []libpcp.PMID) ([]libpcp.ValueSet, libpcp.StateChange, error) {
	var m pdu.Result
	if err := l.ask(from, &pdu.Fetch{Context: from, IDs: ids}, &m, pdu.TypeResult); err != nil {
		return nil, 0, err
	}
	if len(m.Sets) != len(ids) {
		return nil, 0, l.malformed("number of value sets")
	}
	for i := range ids {
		if m.Sets[i].PMID != ids[i] {
			return nil, 0, l.malformed("metric of a value set")
		}
	}
	changes := libpcp.StateChange(m.Time.Unix()) & (libpcp.LabelsChanged | libpcp.NamesChanged)
	return m.Sets, changes, nil
}

// Store changes values.
func (l *Link) Store(from int32, sets []libpcp.ValueSet) error {
	var m pdu.Error
	err := l.ask(from, &pdu.Result{Time: time.Unix(0, 0), Sets: sets}, &m, pdu.TypeError)
	if err != nil {
		return err
	}
	return l.status(m.Code)
}

// Desc describes a metric.
func (l *Link) Desc(from int32, id libpcp.PMID) (libpcp.Desc, error) {
	var m pdu.Desc
	err := l.ask(from, &pdu.DescReq{PMID: id}, &m, pdu.TypeDesc)
	if err == nil && m.Desc.PMID != id {
		err = l.malformed("metric of a descriptor")
	}
	if err != nil {
		return libpcp.Desc{}, err
	}
	return m.Desc, nil
}

// Instances returns all instances of a domain.
func (l *Link) Instances(from int32, d libpcp.InDom) ([]libpcp.Instance, error) {
	return l.instances(from, &pdu.InstanceReq{InDom: d, Inst: libpcp.NullInst})
}

// InstanceName returns the name of an instance.
func (l *Link) InstanceName(from int32, d libpcp.InDom, inst int32) (string, error) {
	one, err := l.instance(from, &pdu.InstanceReq{InDom: d, Inst: inst})
	return one.Name, err
}

// InstanceID returns the number of an instance.
func (l *Link) InstanceID(from int32, d libpcp.InDom, name string) (int32, error) {
	one, err := l.instance(from, &pdu.InstanceReq{InDom: d, Inst: libpcp.NullInst, Name: name})
	return one.ID, err
}

func (l *Link) instances(from int32, request *pdu.InstanceReq) ([]libpcp.Instance, error) {
	var m pdu.Instance
	err := l.ask(from, request, &m, pdu.TypeInstance)
	if err == nil && m.InDom != request.InDom {
		err = l.malformed("instance domain")
	}
	if err != nil {
		return nil, err
	}
	return m.Instances, nil
}

// instance returns the half that was not asked with.
func (l *Link) instance(from int32, request *pdu.InstanceReq) (libpcp.Instance, error) {
	none := libpcp.Instance{ID: libpcp.NullInst}
	if request.Inst == libpcp.NullInst && (request.Name == "" || request.Name[0] == 0) {
		return none, libpcp.ErrInst // it would be a request for all
	}
	all, err := l.instances(from, request)
	if err != nil {
		return none, err
	}
	if len(all) != 1 {
		return none, l.malformed("number of instances")
	}
	return all[0], nil
}

// Text returns a help text.
func (l *Link) Text(from int32, id libpcp.TextID) (string, error) {
	var m pdu.Text
	err := l.ask(from, &pdu.TextReq{ID: id}, &m, pdu.TypeText)
	return m.Text, err
}

// Labels returns label sets.
func (l *Link) Labels(from int32, id libpcp.LabelID) ([]libpcp.LabelSet, error) {
	var m pdu.Label
	err := l.ask(from, &pdu.LabelReq{ID: id}, &m, pdu.TypeLabel)
	if err == nil && (m.ID != id || len(m.Sets) > 1 && id.Class != libpcp.LabelInstances) {
		err = l.malformed("labels of something else")
	}
	if err != nil {
		return nil, err
	}
	return m.Sets, nil
}

// Lookup returns the identifier of a name.
func (l *Link) Lookup(from int32, name string) (libpcp.PMID, error) {
	var m pdu.PMNSIDs
	err := l.ask(from, &pdu.PMNSNames{Names: []string{name}}, &m, pdu.TypePMNSIDs)
	if err == nil && len(m.IDs) != 1 {
		err = l.malformed("number of identifiers")
	}
	if err == nil && m.IDs[0] == libpcp.NullPMID {
		err = libpcp.ErrName
	}
	if err != nil {
		return libpcp.NullPMID, err
	}
	return m.IDs[0], nil
}

// Names returns the names of a metric.
func (l *Link) Names(from int32, id libpcp.PMID) ([]string, error) {
	var m pdu.PMNSNames
	err := l.ask(from, &pdu.PMNSIDs{IDs: []libpcp.PMID{id}}, &m, pdu.TypePMNSNames)
	if err == nil && len(m.Names) == 0 {
		err = libpcp.ErrPMID
	}
	return m.Names, err
}

// Children returns the names one level below a name.
func (l *Link) Children(from int32, name string) ([]libpcp.Child, error) {
	var m pdu.PMNSNames
	err := l.ask(from, &pdu.PMNSChild{Name: name, Status: true}, &m, pdu.TypePMNSNames)
	if err == nil && len(m.Status) != len(m.Names) {
		err = l.malformed("names without a status")
	}
	if err != nil {
		return nil, err
	}
	children := make([]libpcp.Child, len(m.Names))
	for i, last := range m.Names {
		children[i] = libpcp.Child{Name: last, Leaf: m.Status[i] == pdu.StatusLeaf}
	}
	return children, nil
}

// Traverse returns the names of all metrics at and below a name.
func (l *Link) Traverse(from int32, name string) ([]string, error) {
	var m pdu.PMNSNames
	err := l.ask(from, &pdu.PMNSTraverse{Name: name}, &m, pdu.TypePMNSNames)
	if err == nil && len(m.Names) == 0 {
		err = libpcp.ErrName
	}
	return m.Names, err
}
