package mmv

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"pcptools/libpcp"
)

// AddInDom adds an instance domain to the description of a file
// (mmv_stats_add_indom(3)). A program that determines its metrics at start-up
// creates a File with a name, a cluster and flags (mmv_stats_registry(3)), adds
// to it, and calls [Create] (mmv_stats_start(3)). AddInDom returns the errors
// of [File.Validate], and then leaves the description unchanged.
func (f *File) AddInDom(d *InDom) error {
	if d == nil {
		return fmt.Errorf("mmv: an instance domain that is nil: %w", errInvalid)
	}
	f.InDoms = append(f.InDoms, d)
	last := len(f.InDoms) - 1
	if err := f.checkInDom(last); err != nil {
		f.InDoms = f.InDoms[:last]
		return fmt.Errorf("mmv: instance domain %d: %w", d.Serial, err)
	}
	return nil
}

// AddInstance adds a member to an instance domain of the file
// (mmv_stats_add_instance(3)).
func (f *File) AddInstance(d *InDom, i Instance) error {
	n := slices.Index(f.InDoms, d)
	if n < 0 {
		return unknownError(fmt.Sprintf("mmv: instance domain of instance %q is not in the file", i.Name))
	}
	d.Instances = append(d.Instances, i)
	if err := f.checkInDom(n); err != nil {
		d.Instances = d.Instances[:len(d.Instances)-1]
		return fmt.Errorf("mmv: instance domain %d: %w", d.Serial, err)
	}
	return nil
}

// AddMetric adds a metric (mmv_stats_add_metric(3)). Its instance domain must
// have been added before.
func (f *File) AddMetric(m Metric) error {
	f.Metrics = append(f.Metrics, m)
	last := len(f.Metrics) - 1
	if err := cmp.Or(f.checkMetric(last), f.clash(last)); err != nil {
		f.Metrics = f.Metrics[:last]
		return fmt.Errorf("mmv: metric %s: %w", m.Name, err)
	}
	return nil
}

// AddLabel adds a label of all metrics of the file
// (mmv_stats_add_registry_label(3)). Its value is the encoding of value by
// package json.
func (f *File) AddLabel(name string, value any) error {
	return addLabel(libpcp.LabelCluster, &f.Labels, name, value)
}

// AddNote adds an optional label of all metrics of the file, which is no part
// of their identities.
func (f *File) AddNote(name string, value any) error {
	return addLabel(libpcp.LabelCluster, &f.Notes, name, value)
}

// AddLabel adds a label of the instance domain (mmv_stats_add_indom_label(3)).
func (d *InDom) AddLabel(name string, value any) error {
	return addLabel(libpcp.LabelInDom, &d.Labels, name, value)
}

// AddNote adds an optional label of the instance domain.
func (d *InDom) AddNote(name string, value any) error {
	return addLabel(libpcp.LabelInDom, &d.Notes, name, value)
}

// AddLabel adds a label of the member of an instance domain
// (mmv_stats_add_instance_label(3)).
func (i *Instance) AddLabel(name string, value any) error {
	return addLabel(libpcp.LabelInstances, &i.Labels, name, value)
}

// AddNote adds an optional label of the member.
func (i *Instance) AddNote(name string, value any) error {
	return addLabel(libpcp.LabelInstances, &i.Notes, name, value)
}

// AddLabel adds a label of the metric (mmv_stats_add_metric_label(3)).
func (m *Metric) AddLabel(name string, value any) error {
	return addLabel(libpcp.LabelItem, &m.Labels, name, value)
}

// AddNote adds an optional label of the metric.
func (m *Metric) AddNote(name string, value any) error {
	return addLabel(libpcp.LabelItem, &m.Notes, name, value)
}

// addLabel adds a member to a JSON object.
func addLabel(class libpcp.LabelClass, object *string, name string, value any) error {
	member, err := json.Marshal(map[string]any{name: value})
	if err != nil {
		return fmt.Errorf("mmv: label %s: %w", name, err)
	}
	text := string(member)
	if n := len(*object); n > 2 {
		text = (*object)[:n-1] + "," + text[1:]
	}
	if err := checkLabels(class, text); err != nil {
		return fmt.Errorf("mmv: %w", err)
	}
	*object = text
	return nil
}
