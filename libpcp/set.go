package libpcp

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Set changes the value of a metric, named as for [Context.Group]: of the instances
// named, or of all that there are. The value is converted to the type of the metric;
// a [StringAtom] is read as a number if that is numeric, and ErrTrunc is the error for
// one that it cannot hold. [Context.Store] changes several metrics at once (pmStore(3)).
func (c *Context) Set(ctx context.Context, spec string, value Atom) error {
	s, err := ParseMetricSpec(spec)
	switch {
	case err != nil:
		return err
	case s.Kind != SpecNone:
		return fmt.Errorf("%s: a metric of another source: %w", spec, ErrName)
	}
	ids, err := c.Lookup(ctx, s.Metric)
	if err != nil {
		return err
	}
	if err := c.set(ctx, ids[0], s.Instances, value); err != nil {
		return fmt.Errorf("%s: %w", spec, err)
	}
	return nil
}

func (c *Context) set(ctx context.Context, id PMID, names []string, value Atom) error {
	d, err := c.Desc(ctx, id)
	if err != nil {
		return err
	}
	if value, err = value.as(d.Type); err != nil {
		return err
	}
	set := ValueSet{PMID: id}
	instances, err := c.named(ctx, d.InDom, names)
	if err != nil {
		return err
	}
	for _, inst := range instances {
		var v Value
		if v, set.Format, err = NewValue(inst.ID, value); err != nil {
			return err
		}
		set.Values = append(set.Values, v)
	}
	return c.Store(ctx, &Result{Sets: []ValueSet{set}})
}

// named finds instances of a domain: all without names, and that of a singular metric.
func (c *Context) named(ctx context.Context, d InDom, names []string) ([]Instance, error) {
	switch {
	case names == nil && d == NullInDom:
		return []Instance{{ID: NullInst}}, nil
	case names == nil:
		return c.Instances(ctx, d)
	}
	var found []Instance
	for _, name := range names {
		id, err := c.InstanceID(ctx, d, name)
		if err != nil {
			return nil, err
		}
		found = append(found, Instance{ID: id})
	}
	return found, nil
}

// as converts a value to a type that can hold it.
func (a Atom) as(t Type) (Atom, error) {
	if a.Type == TypeString && t.Numeric() {
		var err error
		if a, err = parseNumber(a.Text(), t); err != nil {
			return Atom{}, fmt.Errorf("%w: %w", ErrConv, err)
		}
	}
	b, err := a.Convert(t)
	if integer := t.Numeric() && t != TypeFloat && t != TypeDouble; err == nil && integer && a.Float64() != b.Float64() {
		return Atom{}, ErrTrunc
	}
	return b, err
}

// parseNumber reads a number as wide as there is of the kind of a type.
func parseNumber(text string, t Type) (Atom, error) {
	base := 10
	if strings.HasPrefix(strings.ToLower(text), "0x") {
		base, text = 16, text[2:]
	}
	switch t {
	case Type32, Type64:
		n, err := strconv.ParseInt(text, base, 64)
		return Int64Atom(n), err
	case TypeU32, TypeU64:
		n, err := strconv.ParseUint(text, base, 64)
		return Uint64Atom(n), err
	}
	v, err := strconv.ParseFloat(text, 64)
	return DoubleAtom(v), err
}
