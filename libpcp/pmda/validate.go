package pmda

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"

	"pcptools/libpcp"
)

// Limits of the parts of identifiers.
const (
	maxDomain  = libpcp.DynamicDomain - 1
	maxCluster = 1<<12 - 1
	maxItem    = 1<<10 - 1
	maxSerial  = 1<<22 - 1
)

// Validate checks the agent's tables. The error joins one for each error found,
// with its row and the reason; its code is EINVAL. An agent is validated when
// it is opened; one with errors answers no request.
func (a *Agent) Validate() error {
	v := validation{agent: a}
	v.head()
	if i := slices.Index(a.InDoms, nil); i >= 0 {
		v.add(fmt.Sprintf("instance domain %d", i), "is nil")
	} else {
		v.indoms()
		v.metrics()
	}
	if v.mistakes == nil {
		return nil
	}
	return fmt.Errorf("agent %s: %w", cmp.Or(a.Name, "without a name"), errors.Join(v.mistakes...))
}

// maxMistakes is how many errors are reported.
const maxMistakes = 20

type validation struct {
	agent    *Agent
	parsed   string // labels that are well-formed
	mistakes []error
}

// add adds an error of a row.
func (v *validation) add(row, format string, args ...any) {
	if len(v.mistakes) < maxMistakes {
		reason := fmt.Sprintf(format, args...)
		v.mistakes = append(v.mistakes, fmt.Errorf("%s: %s: %w", row, reason, libpcp.Errno(syscall.EINVAL)))
	}
}

// head checks the fields that are not tables.
func (v *validation) head() {
	a := v.agent
	if a.Name == "" {
		v.add("Name", "is empty")
	}
	if a.Domain > maxDomain {
		v.add("Domain", "%d is above %d", a.Domain, maxDomain)
	}
	if a.Root != "" && !libpcp.ValidName(a.Root) {
		v.add("Root", "%q is no name of the name space", a.Root)
	}
	for _, s := range a.Subtrees {
		if !libpcp.ValidName(s) || strings.Contains(s, ".") {
			v.add("Subtrees", "%q is no component of a name", s)
		}
	}
	for more := &a.Labels; more != nil; more = more.More {
		for _, text := range []string{more.JSON, more.Notes} {
			if !v.wellFormed(text) {
				v.add("Labels", "%s is no JSON object of labels", text)
			}
		}
	}
}

// wellFormed reports whether a text is a JSON object of labels, or empty.
func (v *validation) wellFormed(text string) bool {
	if text == "" || text == v.parsed {
		return true
	}
	_, err := libpcp.ParseLabels(text, 0)
	if err == nil {
		v.parsed = text
	}
	return err == nil
}

func (v *validation) indoms() {
	for i := range v.agent.InDoms {
		v.indom(i)
	}
}

func (v *validation) indom(i int) {
	d := v.agent.InDoms[i]
	if d.Serial > maxSerial {
		v.add(d.row(i), "Serial is above %d", maxSerial)
	}
	for j := range i {
		if v.agent.InDoms[j].Serial == d.Serial {
			v.add(d.row(i), "has the serial number of instance domain %d", j)
			break
		}
	}
	if !v.wellFormed(d.Labels) {
		v.add(d.row(i), "Labels %s are no JSON object of labels", d.Labels)
	}
	if len(d.Instances) > 0 {
		v.instances(i, d)
	}
}

// row names a row of the table.
func (d *InDom) row(i int) string {
	return fmt.Sprintf("instance domain %d (%d)", i, d.Serial)
}

func (v *validation) instances(i int, d *InDom) {
	ids, names := make(map[int32]bool, len(d.Instances)), make(map[string]bool, len(d.Instances))
	for _, inst := range d.Instances {
		switch {
		case inst.ID < 0:
			v.add(d.row(i), "instance %q: number %d is below zero", inst.Name, inst.ID)
		case ids[inst.ID]:
			v.add(d.row(i), "instance %q: number %d is taken", inst.Name, inst.ID)
		case inst.Name == "":
			v.add(d.row(i), "instance %d has no name", inst.ID)
		case names[inst.Name]:
			v.add(d.row(i), "instance %d: name %q is taken", inst.ID, inst.Name)
		}
		ids[inst.ID], names[inst.Name] = true, true
	}
}

func (v *validation) metrics() {
	a := v.agent
	rows := make(map[string]int, a.rows())
	for i := range a.rows() {
		m := a.row(i)
		v.identifier(i, m)
		v.functions(i, m)
		v.name(i, m, rows)
		if !v.wellFormed(m.Labels) {
			v.add(m.row(i), "Labels %s are no JSON object of labels", m.Labels)
		}
	}
	above := ""
	for i := range a.rows() {
		if at := strings.LastIndexByte(a.row(i).Name, '.'); at > 0 && a.row(i).Name[:at] != above {
			above = a.row(i).Name[:at]
			v.parents(i, above, rows)
		}
	}
	v.descriptors()
}

// row names a row of the table.
func (m *Metric) row(i int) string { return fmt.Sprintf("metric %d (%s)", i, m.Name) }

func (v *validation) identifier(i int, m *Metric) {
	if m.Cluster > maxCluster {
		v.add(m.row(i), "Cluster %d is above %d", m.Cluster, maxCluster)
	}
	if m.Item > maxItem {
		v.add(m.row(i), "Item %d is above %d", m.Item, maxItem)
	}
	if m.Domain > maxDomain {
		v.add(m.row(i), "Domain %d is above %d", m.Domain, maxDomain)
	}
}

// functions checks that not more than one supplies the values of a metric.
func (v *validation) functions(i int, m *Metric) {
	switch {
	case m.Source != nil && (m.Fetch != nil || m.Values != nil || m.Encoded != nil):
		v.add(m.row(i), "has a function beside Source")
	case m.Fetch != nil && m.Values != nil:
		v.add(m.row(i), "has both Fetch and Values")
	case m.Fetch != nil && m.Encoded != nil:
		v.add(m.row(i), "has both Fetch and Encoded")
	case m.Values != nil && m.Encoded != nil:
		v.add(m.row(i), "has both Values and Encoded")
	}
}

// supplied checks that a function supplies the values of a metric, unless the
// metric can have none.
func (v *validation) supplied(i int, m *Metric) {
	if m.Fetch == nil && m.Source == nil && m.Values == nil && m.Encoded == nil && v.agent.Fetch == nil &&
		m.Type != libpcp.TypeNoSupport {
		v.add(m.row(i), "has no Fetch, Source, Values or Encoded, and the agent no Fetch")
	}
}

// descriptors checks what rows say of their metrics, unless a function or
// another agent says that. Of several rows with one identifier the others may
// say the same as the first, or nothing.
func (v *validation) descriptors() {
	var r rows
	r.prepare(v.agent)
	var first *Metric
	for i := range v.agent.rows() {
		m, at := r.row(v.agent, i), i
		if !r.inOrder {
			at = int(r.sorted[i])
		}
		switch {
		case first == nil || rowKey(m) != rowKey(first):
			first = m
			if m.Domain == 0 {
				v.supplied(at, m)
			}
			if m.Desc == nil && m.Domain == 0 {
				v.descriptor(at, m)
			}
		case !m.describesNothing() && !m.describes(first):
			v.add(m.row(at), "has the identifier of %s, and another descriptor", first.Name)
		}
	}
}

func (m *Metric) describesNothing() bool { return m.describes(&Metric{}) }

func (m *Metric) describes(other *Metric) bool {
	return m.Type == other.Type && m.InDom == other.InDom && m.Sem == other.Sem && m.Units == other.Units
}

func (v *validation) descriptor(i int, m *Metric) {
	if m.Type == libpcp.TypeNoSupport {
		return
	}
	if m.Type < libpcp.Type32 || m.Type > libpcp.TypeHighResEvent {
		v.add(m.row(i), "Type %d is none", int32(m.Type))
	}
	switch m.Sem {
	case libpcp.SemCounter, libpcp.SemInstant, libpcp.SemDiscrete:
	default:
		v.add(m.row(i), "Sem %d is none", int32(m.Sem))
	}
	if m.InDom != nil && !slices.Contains(v.agent.InDoms, m.InDom) {
		v.add(m.row(i), "InDom (serial number %d) is not in the table of instance domains", m.InDom.Serial)
	}
	if u := m.Units.Dimensions(); u.ScaleSpace > libpcp.SpaceYByte || u.ScaleTime > libpcp.TimeHour {
		v.add(m.row(i), "Units %#x have a scale that is none", uint32(m.Units))
	}
}
