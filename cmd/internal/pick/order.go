package pick

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// A field of a value is what values are ordered and compared by.
type field int

const (
	value field = iota
	instance
	id
	count // this and the following are of a summary
	mean
	p50
	p95
	p99
	least
	greatest
	change // between two summaries
)

var fieldNames = [...]string{value: "value", instance: "instance", id: "id",
	count: "count", mean: "mean", p50: "p50", p95: "p95", p99: "p99", least: "min", greatest: "max", change: "change"}

// fieldOf returns the field with a name, which a value has.
func fieldOf(name string) (f field, ok bool) {
	f = field(slices.Index(fieldNames[:], name))
	return f, f >= value && f < count
}

// of is the field of a value, nil if it has none. The value of a summary is the mean.
func (f field) of(v *report.Value) any {
	switch i := v.Instance; {
	case f == change:
		return number{float: v.Change}
	case f != instance && f != id && v.Digest != nil:
		return content(f.statistic(v.Digest))
	case f == value:
		return content(v.Atom)
	case f >= count:
	case i == nil:
	case f == id:
		return numberOf(libpcp.Int32Atom(i.ID))
	case i.Named:
		return i.Name
	}
	return nil
}

// statistic is a number of a summary.
func (f field) statistic(d *report.Digest) *libpcp.Atom {
	n, ok := report.SummaryColumns[max(f, count)-count].Of(d)
	if !ok || f < count {
		n = d.Mean
	}
	if f == count {
		n = float64(d.Count)
	}
	a := libpcp.DoubleAtom(n)
	return &a
}

// content is a value as a number or a text; other values have no order.
func content(a *libpcp.Atom) any {
	switch {
	case a == nil:
	case a.Type == libpcp.TypeString:
		return a.Text()
	case a.Type.Numeric():
		if n := numberOf(*a); !math.IsNaN(n.float) {
			return n
		}
	}
	return nil
}

// A number is compared as a float64, and then, if that makes no difference, as
// the integer it is.
type number struct {
	float   float64
	integer uint64 // in two's complement
	exact   bool   // it is an integer
}

func numberOf(a libpcp.Atom) number {
	switch a.Type {
	case libpcp.TypeFloat, libpcp.TypeDouble:
		return number{float: a.Float64()}
	case libpcp.Type64, libpcp.Type32:
		return number{float: a.Float64(), integer: uint64(a.Int64()), exact: true}
	}
	return number{float: a.Float64(), integer: a.Uint64(), exact: true}
}

func (n number) compare(m number) int {
	c := cmp.Compare(n.float, m.float)
	switch {
	case c != 0 || !n.exact || !m.exact:
		return c
	case n.float < 0:
		return cmp.Compare(int64(n.integer), int64(m.integer))
	}
	return cmp.Compare(n.integer, m.integer)
}

// An order is one by a field.
type order struct {
	set       bool
	by        field
	backwards bool
	greatest  bool   // numbers begin with the greatest, texts with the first
	metric    string // whose values they are, of rows of instances; "" for the first
}

// compare orders two values by their fields.
func (o order) compare(a, b report.Value) int { return o.compareFields(o.by.of(&a), o.by.of(&b)) }

// compareFields orders numbers before texts, and values without the field last,
// in either direction.
func (o order) compareFields(x, y any) int {
	if c := cmp.Compare(rank(x), rank(y)); c != 0 {
		return c
	}
	c := 0
	switch x := x.(type) {
	case number:
		if c = x.compare(y.(number)); o.greatest {
			c = -c
		}
	case string:
		c = strings.Compare(x, y.(string))
	}
	if o.backwards {
		return -c
	}
	return c
}

func rank(x any) int {
	switch x.(type) {
	case number:
		return 0
	case string:
		return 1
	}
	return 2
}
