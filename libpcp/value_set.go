package libpcp

// ValueSet holds the values of one metric (pmValueSet). When Err is not nil
// there are no values, and Err is the reason: from the sources of this library
// an [Error]. No values and no error is legal too. Sets of a result may share
// their values.
type ValueSet struct {
	PMID   PMID
	Format Format
	Err    error
	Values []Value
}

// Value returns the value of one instance.
func (s *ValueSet) Value(inst int32) (Value, bool) {
	for _, v := range s.Values {
		if v.Inst == inst {
			return v, true
		}
	}
	return Value{}, false
}

// NewValueSet returns the value set of a metric with one value, such as for
// [Context.Store]. See [NewValue] for the errors.
func NewValueSet(id PMID, inst int32, a Atom) (ValueSet, error) {
	v, format, err := NewValue(inst, a)
	if err != nil {
		return ValueSet{}, err
	}
	return ValueSet{PMID: id, Format: format, Values: []Value{v}}, nil
}

// Atom returns the i-th value of the set of a metric of type t: a number, or
// a string. The error is that of the set, ErrValue if there is no such value,
// or that of [Extract].
func (s *ValueSet) Atom(i int, t Type) (Atom, error) {
	switch {
	case s.Err != nil:
		return Atom{}, s.Err
	case i < 0 || i >= len(s.Values):
		return Atom{}, ErrValue
	}
	return Extract(s.Format, s.Values[i], t, t)
}

// Float64 returns the i-th value of the set of a metric of type t as a double.
// Errors are those of [ValueSet.Atom], and ErrConv for what is not a number.
func (s *ValueSet) Float64(i int, t Type) (float64, error) {
	if s.Err == nil && uint(i) < uint(len(s.Values)) {
		if n, ok := number(s.Format, &s.Values[i], t); ok {
			return n, nil
		}
	}
	a, err := s.Atom(i, t)
	if err == nil {
		a, err = a.Convert(TypeDouble)
	}
	return a.Float64(), err
}
