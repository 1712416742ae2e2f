package main

import (
	"context"
	"errors"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
)

// structured stores and reports that in a format other than the classic one.
// Errors of the type or the value are printed on standard error as well.
func (s *store) structured(ctx context.Context, p *pmstore) error {
	metric := &report.Metric{Name: s.name, ID: libpcp.NullPMID}
	s.record = &report.Store{Metric: metric}
	err := s.run(ctx, p)
	if s.desc != (libpcp.Desc{}) {
		metric.ID, metric.Desc = s.desc.PMID, &s.desc
	}
	if err != nil && metric.Err == nil {
		metric.Err, s.record.Printed = &report.Failure{Err: reason(err)}, true
	}
	enc := p.Begin(s.env, s.c.HostName(ctx), nil)
	enc.Write(s.record)
	if err := enc.End(); err != nil {
		return err
	}
	return err
}

// reason is why a store did not take place, of which standard error has more.
func reason(err error) error {
	var said tool.Exit
	if errors.As(err, &said) {
		return libpcp.ErrConv
	}
	return err
}

// values is a set of values as they are in a record.
func (s *store) values(ctx context.Context, set libpcp.ValueSet) *report.List[report.Value] {
	values := make([]report.Value, len(set.Values))
	for i, v := range set.Values {
		if a, err := libpcp.Extract(set.Format, v, s.desc.Type, s.desc.Type); err != nil {
			values[i].Err = &report.Failure{Call: "pmExtractValue", Err: err}
		} else {
			values[i].Atom = &a
		}
		if s.desc.InDom != libpcp.NullInDom {
			name, named := s.nameOf(ctx, v.Inst)
			values[i].Instance = &report.Instance{ID: v.Inst, Name: name, Named: named}
		}
	}
	return report.ListOf(values...)
}

// exactColumns are the columns of CSV.
var exactColumns = []report.Column{report.Name, report.PMID, report.Type, report.Semantics, report.Units, report.Domain,
	report.InstanceID, report.InstanceName, report.OldValue, report.TheValue,
	report.ErrorCode, report.ErrorSymbol, report.ErrorText}

// columns are the columns of CSV and tables.
func (p *pmstore) columns() []report.Column {
	if !p.Format.Exact() {
		return []report.Column{report.Name, report.InstanceName, report.OldValue, report.TheValue, report.Units, report.ErrorText}
	}
	return exactColumns
}
