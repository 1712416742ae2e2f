package libpcp

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"pcptools/internal/cnum"
)

// Set changes the value of a metric, named as for [Context.Group]: of the instances
// named, or of all, that have values. The value is converted to the type of the metric;
// a [StringAtom] is read as a number if that is numeric, and ErrTrunc is the error for
// one that it cannot hold. [Context.Store] changes several metrics at once (pmStore(3)).
func (c *Context) Set(ctx context.Context, spec string, value Atom) error {
	g, err := c.Group(ctx, spec)
	if err != nil {
		return err
	}
	if err := g.set(ctx, &g.metrics[0], value); err != nil {
		return fmt.Errorf("%s: %w", spec, err)
	}
	return nil
}

func (g *Group) set(ctx context.Context, m *groupMetric, value Atom) error {
	value, err := value.as(m.desc.Type)
	if err != nil {
		return err
	}
	values := []Reading{{Inst: NullInst}}
	switch {
	case m.desc.InDom != NullInDom:
		s, err := g.Fetch(ctx)
		if err != nil {
			return err
		}
		if values, err = s.Values(m.name); err != nil {
			return err
		}
		if len(values) < max(1, len(m.wanted)) {
			return ErrInst
		}
	case m.wanted != nil:
		return ErrInDom
	}
	set := ValueSet{PMID: m.desc.PMID}
	for _, r := range values {
		var v Value
		if v, set.Format, err = NewValue(r.Inst, value); err != nil {
			return err
		}
		set.Values = append(set.Values, v)
	}
	return g.c.Store(ctx, &Result{Sets: []ValueSet{set}})
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
	if t == TypeFloat || t == TypeDouble {
		v, size, fits := cnum.Strtod(text)
		if size == 0 || size < len(text) || !fits {
			return Atom{}, strconv.ErrSyntax
		}
		return DoubleAtom(v), nil
	}
	base := 10
	if strings.HasPrefix(strings.ToLower(text), "0x") {
		base, text = 16, text[2:]
	}
	if t == Type32 || t == Type64 {
		n, err := strconv.ParseInt(text, base, 64)
		return Int64Atom(n), err
	}
	n, err := strconv.ParseUint(text, base, 64)
	return Uint64Atom(n), err
}
