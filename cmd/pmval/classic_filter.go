package main

import (
	"context"
	"fmt"
	"syscall"

	"pcptools/libpcp"
)

// store sends the filter, if any, to the metric's agent. Only a pmcd accepts
// it; other sources ignore it.
func (r *classic) store(ctx context.Context) error {
	text := r.p.filter
	if text == nil || !r.p.source.OnHost() {
		return nil
	}
	t := r.desc.Type
	if t.Event() {
		t = libpcp.TypeString
	}
	atom, err := r.rules.Parse(*text, t)
	if err != nil {
		return r.badFilter(*text, err)
	}
	set, err := r.filterSet(atom)
	if err != nil {
		return r.badFilter(*text, err)
	}
	if err := r.c.Store(ctx, &libpcp.Result{Sets: []libpcp.ValueSet{set}}); err != nil {
		return failure{fmt.Sprintf("store value \"%s\" failed", *text), err}
	}
	return nil
}

func (r *classic) badFilter(text string, err error) error {
	t := r.desc.Type
	switch libpcp.Code(err) {
	case libpcp.ErrType:
		return fmt.Errorf("filter \"%s\" incompatible with metric type (PM_TYPE_%v)", text, t)
	case libpcp.Errno(syscall.ERANGE):
		return fmt.Errorf("filter value \"%s\" is out of range for metric data type (PM_TYPE_%v)", text, t)
	}
	return failure{fmt.Sprintf("failed to convert value \"%s\"", text), err}
}

// filterSet is the filter as a value of every column, or of the singular
// metric.
func (r *classic) filterSet(atom libpcp.Atom) (libpcp.ValueSet, error) {
	insts := []int32{libpcp.NullInst}
	if len(r.columns) > 0 {
		insts = insts[:0]
		for _, c := range r.columns {
			insts = append(insts, c.ID)
		}
	}
	set := libpcp.ValueSet{PMID: r.id}
	for _, inst := range insts {
		v, layout, err := libpcp.NewValue(inst, atom)
		if err != nil {
			return set, err
		}
		set.Format = layout
		set.Values = append(set.Values, v)
	}
	return set, nil
}
