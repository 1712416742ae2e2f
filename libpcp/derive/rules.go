package derive

import (
	"pcptools/libpcp"
	"pcptools/libpcp/release"
	"slices"
)

// language is what definitions are understood by, with what one leaves for the
// next.
type language struct {
	release.Release
	// patterns has a slash begin a pattern: from a matchinst( until
	// that call is complete. It outlives a failed expression.
	patterns bool
	// spec is the metadata of the last mkconst() or novalue(), for releases
	// with a bare novalue(), which has the rest of its own from there.
	spec libpcp.Desc
	// given and meta are the arguments of a mkconst() or novalue() so far.
	// Arguments of a failed expression still count when the next such call is
	// complete, with the spec of that time, if they include a meta=.
	given tagSet
	meta  string
}

// notation is how units are written.
func (l *language) notation() libpcp.UnitsNotation {
	return libpcp.UnitsNotation{NoExtra: !l.Has(release.ExtraUnits)}
}

// rules are all that binding depends on besides the source. They do not change
// once a source exists, except the memory of the language.
type rules struct {
	language
	indoms func() []indomList // those that may be combined; nil for none
}

// sameIndom reports whether binary operators may combine two instance domains.
func (r *rules) sameIndom(a, b libpcp.InDom) bool {
	return a == b || r.indoms != nil && slices.ContainsFunc(r.indoms(), func(list indomList) bool {
		return list.has(a) && list.has(b)
	})
}

// noMetadata describes a term without metadata of its own.
var noMetadata = libpcp.Desc{Type: libpcp.Type32, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}

// tagSet is a set of the fields of a descriptor.
type tagSet uint8

const (
	typeTag tagSet = 1 << iota
	semTag
	unitsTag
	indomTag
)

// tags is the metadata that the arguments of mkconst or novalue give.
type tags struct {
	meta  string      // a metric that supplies the attributes not given, or ""
	given tagSet      // which fields of desc are
	desc  libpcp.Desc // those fields
}

func (t *tags) none() bool { return t.given == 0 && t.meta == "" }

// over returns base with the given fields in its place.
func (t *tags) over(base libpcp.Desc) libpcp.Desc {
	if t.given&typeTag != 0 {
		base.Type = t.desc.Type
	}
	if t.given&semTag != 0 {
		base.Sem = t.desc.Sem
	}
	if t.given&unitsTag != 0 {
		base.Units = t.desc.Units
	}
	if t.given&indomTag != 0 {
		base.InDom = t.desc.InDom
	}
	return base
}
