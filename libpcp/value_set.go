package libpcp

// ValueSet holds the values of one metric (pmValueSet). A set with an Err has no
// values; the sources of this library set Err to an [Error]. A set without an Err
// can be empty too. Sets of a result may share their values.
type ValueSet struct {
	PMID   PMID
	Format Format
	Err    error
	Values []Value
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
// a string. The error is Err of the set, ErrValue for an i without a value, or an
// error of [Extract].
func (s *ValueSet) Atom(i int, t Type) (Atom, error) { return s.extract(i, t, t) }

func (s *ValueSet) extract(i int, from, to Type) (Atom, error) {
	switch {
	case s.Err != nil:
		return Atom{}, s.Err
	case i < 0 || i >= len(s.Values):
		return Atom{}, ErrValue
	}
	return Extract(s.Format, s.Values[i], from, to)
}

// Float64 returns the i-th value of the set of a metric of type t as a double.
// It fails as [ValueSet.Atom] does, and with ErrConv for a value that is not a
// number.
func (s *ValueSet) Float64(i int, t Type) (float64, error) {
	if s.Err == nil && uint(i) < uint(len(s.Values)) {
		if bits, ok := number(s.Format, &s.Values[i], t); ok {
			return Atom{Type: t, bits: bits}.Float64(), nil
		}
	}
	a, err := s.extract(i, t, TypeDouble)
	return a.Float64(), err
}

// Int64 returns the i-th value of the set of a metric of type t as an integer, cut
// towards zero. It fails as [ValueSet.Atom] does, and as [Extract] for a value that is
// no number or too large.
func (s *ValueSet) Int64(i int, t Type) (int64, error) {
	a, err := s.extract(i, t, Type64)
	return a.Int64(), err
}

// Uint64 is [ValueSet.Int64] for values that are not negative.
func (s *ValueSet) Uint64(i int, t Type) (uint64, error) {
	a, err := s.extract(i, t, TypeU64)
	return a.Uint64(), err
}
