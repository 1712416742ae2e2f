package derive

import "pcptools/libpcp"

// Unregister removes a metric, from sources in use too
// (pmUnregisterDerived(3)). Its name can be registered again, as another
// metric. Metrics whose expressions use it have no values any more. The error
// is [libpcp.ErrName] if there is none of the name.
func (d *Definitions) Unregister(name string) error {
	n := d.byName(name)
	if n < predefined {
		return libpcp.ErrName
	}
	d.list[n].gone = true
	delete(d.position, name)
	return nil
}

// A Remover is a Source from which the metrics of an [Adder] can be removed.
type Remover interface {
	RemoveDerived(name string) error
}

// Remove removes a metric that [Add] has defined for src alone. The error is
// [libpcp.ErrName] if there is none of the name.
func Remove(src libpcp.Source, name string) error {
	if r, ok := src.(Remover); ok {
		return r.RemoveDerived(name)
	}
	return libpcp.ErrNYI
}

// RemoveDerived implements [Remover].
func (s *source) RemoveDerived(name string) error {
	for _, m := range s.own {
		if m.name == name && !m.gone {
			m.gone = true
			return nil
		}
	}
	return libpcp.ErrName
}

// AddText gives a metric a help text (pmAddDerivedText(3)): of kind
// [libpcp.TextOneLine] or [libpcp.TextHelp], each once. The error is
// [libpcp.ErrName] if there is no such metric, [libpcp.ErrText] if it has the
// text already, and [libpcp.ErrArg] for another kind.
func (d *Definitions) AddText(name string, kind libpcp.TextKind, text string) error {
	n := d.byName(name)
	if n < 0 {
		return libpcp.ErrName
	}
	attribute := map[libpcp.TextKind]string{libpcp.TextOneLine: "oneline", libpcp.TextHelp: "helptext"}[kind]
	if attribute == "" {
		return libpcp.ErrArg
	}
	if d.setText(name, attribute, text) != "" {
		return libpcp.ErrText
	}
	return nil
}
