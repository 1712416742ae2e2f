package mmv

import (
	"context"
	"math"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/mmvfile"
	"pcptools/libpcp/pmda"
)

// values reads the values of the instances a client wants, as they are now.
func (m *metric) values(_ context.Context, r *pmda.Request) ([]pmda.Value, error) {
	for _, s := range m.sources {
		s.file.forget()
	}
	switch {
	case m.Type == libpcp.TypeNoSupport:
		return nil, libpcp.ErrAppVersion
	case m.InDom == nil:
		return m.appendValue(r, nil, libpcp.NullInst)
	}
	var values []pmda.Value
	var status error
	for _, inst := range m.InDom.Instances {
		if r.Profile.Includes(r.InDom(m.InDom), inst.ID) {
			values, status = m.appendValue(r, values, inst.ID)
		}
	}
	if len(values) == 0 {
		return nil, status
	}
	return values, nil
}

// appendValue appends the value of an instance, if any. Otherwise the error
// comes from the last file searched, as in PCP.
func (m *metric) appendValue(r *pmda.Request, values []pmda.Value, inst int32) ([]pmda.Value, error) {
	for _, s := range m.sources {
		place, ok := s.row.Value(inst)
		if !ok {
			continue
		}
		atom, err := s.value(place.Offset)
		switch err {
		case nil:
			return append(values, pmda.Value{Inst: inst, Atom: atom}), nil
		case pmda.NoValue:
			return values, nil
		}
		return values, err
	}
	if !m.elsewhere {
		return values, libpcp.ErrInst
	}
	r.Log.Errorf("pmdaFetch: PMID %v not handled by fetch callback", r.PMID(uint32(m.Cluster), uint32(m.Item)))
	return values, libpcp.ErrPMID
}

// value reads the value at an offset.
func (s source) value(offset uint64) (atom libpcp.Atom, err error) {
	b, err := s.file.value(s.row, offset)
	if err != nil {
		return atom, pmda.NoValue // shorter by now: read anew with the next request
	}
	var v mmvfile.Value
	if err := v.Decode(b); err != nil {
		return atom, err
	}
	return s.atom(&v)
}

// atom makes a value of what the file has, or NoValue.
func (s source) atom(v *mmvfile.Value) (atom libpcp.Atom, err error) {
	switch s.row.Type {
	case int32(libpcp.TypeFloat):
		return libpcp.FloatAtom(math.Float32frombits(v.Word())), nil
	case int32(libpcp.TypeDouble):
		return libpcp.DoubleAtom(math.Float64frombits(v.Bits)), nil
	case int32(libpcp.TypeString):
		return s.str(v)
	}
	if s.sentinel() && v.Bits == math.MaxUint64 {
		return atom, pmda.NoValue
	}
	switch s.row.Type {
	case int32(libpcp.Type32):
		return libpcp.Int32Atom(int32(v.Word())), nil
	case int32(libpcp.TypeU32):
		return libpcp.Uint32Atom(v.Word()), nil
	case int32(libpcp.Type64):
		return libpcp.Int64Atom(int64(v.Bits)), nil
	case int32(libpcp.TypeU64):
		return libpcp.Uint64Atom(v.Bits), nil
	case mmvfile.Elapsed:
		return libpcp.Int64Atom(elapsed(v, time.Now())), nil
	}
	return atom, libpcp.ErrType
}

// sentinel reports whether some values stand for none.
func (s source) sentinel() bool { return s.file.Flags&mmvfile.Sentinel != 0 }

// str reads the string that a value leads to.
func (s source) str(v *mmvfile.Value) (atom libpcp.Atom, err error) {
	b, err := s.file.bytes(v.Extra, mmvfile.StringSize)
	if err != nil {
		return atom, libpcp.ErrGeneric
	}
	text := mmvfile.Text(b[:mmvfile.StringSize-1])
	if text == "" && s.sentinel() {
		return atom, pmda.NoValue
	}
	return libpcp.StringAtom(text), nil
}

// elapsed is the time of intervals, in microseconds, the current one
// included.
func elapsed(v *mmvfile.Value, now time.Time) int64 {
	if start := int64(v.Extra); start < 0 {
		return int64(v.Bits) + now.UnixMicro() + start
	}
	return int64(v.Bits)
}
