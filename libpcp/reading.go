package libpcp

import (
	"cmp"
	"slices"
	"strings"
)

// Set returns the value set of a metric, the first if it was asked for more
// than once, or nil.
func (r *Result) Set(id PMID) *ValueSet {
	for i := range r.Sets {
		if r.Sets[i].PMID == id {
			return &r.Sets[i]
		}
	}
	return nil
}

// SortInstances puts the values of each set in order of instance
// (pmSortInstances(3)).
func (r *Result) SortInstances() {
	for i := range r.Sets {
		slices.SortStableFunc(r.Sets[i].Values, func(a, b Value) int { return cmp.Compare(a.Inst, b.Inst) })
	}
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

var changeNames = [...]struct {
	bit  StateChange
	name string
}{
	{AgentAdded, "agent added"}, {AgentRestarted, "agent restarted"}, {AgentDropped, "agent dropped"},
	{LabelsChanged, "labels changed"}, {NamesChanged, "names changed"}, {HostnameChanged, "host name changed"},
}

// String lists the changes; it is "none" without any.
func (c StateChange) String() string {
	if c == 0 {
		return "none"
	}
	var names []string
	for _, known := range changeNames {
		if c&known.bit != 0 {
			names = append(names, known.name)
			c &^= known.bit
		}
	}
	if c != 0 {
		names = append(names, "others")
	}
	return strings.Join(names, ", ")
}
