package main

import (
	"pcptools/cmd/internal/rate"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// note stores the numbers of a sample of a metric of type t.
func note(n *rate.Numbers, s *sample, t libpcp.Type) {
	n.Begin(s.time.Time, len(s.set.Values))
	for i, v := range s.set.Values {
		value, err := s.set.Float64(i, t)
		if err != nil {
			if n.Errs == nil {
				n.Errs = make(map[int]error)
			}
			n.Errs[i] = err
		}
		n.Add(v.Inst, value)
	}
}

// writeRates writes a row of the rates of change since the previous sample. An
// error ends it in the middle.
func (t *table) writeRates(before *rate.Numbers, s *sample) (err error) {
	line := t.stamps.append(t.line[:0], s.time)
	defer func() { t.emit(line) }()
	span := rate.Span(t.desc.Units, before.Time, s.time.Time)
	if t.singular() {
		if line, err = t.appendRate(line, t.column, before, s, 0, 0, span); err == nil {
			line = append(line, '\n')
		}
		return err
	}
	now := cursor{values: s.set.Values}
	for _, c := range t.columns {
		if line, err = t.appendRate(line, t.column, before, s, before.Find(c.ID), now.find(c.ID), span); err != nil {
			return err
		}
		line = t.some(append(line, ' '))
	}
	line = append(line, '\n')
	if t.all {
		line, err = t.appendUnknownRates(line, before, s, span)
	}
	return err
}

// appendUnknownRates appends the rates of instances that are not in the domain: of
// those, as in PCP, that had the same place among the values before.
func (t *table) appendUnknownRates(dst []byte, before *rate.Numbers, s *sample, span float64) (_ []byte, err error) {
	column := t.column
	column.Width = 1
	for i, v := range s.set.Values {
		if i >= len(before.Insts) || before.Insts[i] != v.Inst || t.index(v.Inst) >= 0 {
			continue
		}
		if dst, err = t.appendRate(append(dst, warning...), column, before, s, i, i, span); err != nil {
			return dst, err
		}
		dst = appendNoInstance(dst, v.Inst)
	}
	return dst, nil
}

// appendRate appends the rate between a number of the sample before and a value
// of s, if both are there.
func (t *table) appendRate(dst []byte, column format.Column, before *rate.Numbers, s *sample, old, now int, span float64) ([]byte, error) {
	if old < 0 || now < 0 {
		return column.AppendMissing(dst), nil
	}
	rise, err := s.set.Float64(now, t.desc.Type)
	if err != nil {
		return dst, failure{"printrate prev pmExtractValue", err} // as PCP has it, the wrong way round
	}
	if err := before.Errs[old]; err != nil {
		return dst, failure{"printrate this pmExtractValue", err}
	}
	if rise -= before.Values[old]; rise < 0 && t.wraps {
		rise += rate.Range(t.desc.Type)
	}
	return column.AppendNumber(dst, rise/span), nil
}
