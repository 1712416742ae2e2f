package sample

import (
	"bytes"
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// kinds are the types that have four constants each, and a value to be written,
// with items that follow each other.
var kinds = [...]struct {
	name string
	item uint16
	kind libpcp.Type
}{
	{"long", 10, libpcp.Type32},
	{"ulong", 93, libpcp.TypeU32},
	{"longlong", 20, libpcp.Type64},
	{"ulonglong", 98, libpcp.TypeU64},
	{"float", 15, libpcp.TypeFloat},
	{"double", 25, libpcp.TypeDouble},
}

var powers = [...]struct {
	name  string
	value int32
	help  string
}{
	{"one", 1, "always 1"},
	{"ten", 10, "always 10"},
	{"hundred", 100, "always 100"},
	{"million", 1000000, "always 1,000,000"},
}

// counts are the same amount in units of several sizes.
var counts = [...]struct {
	name  string
	scale libpcp.Units
	value uint32
}{
	{"base", 0, 42000000},
	{"deca", 1, 4200000},
	{"hecto", 2, 420000},
	{"kilo", 3, 42000},
	{"mega", 6, 42},
}

// written is what values to be written are at first.
const written = 13

// constants holds the values to be written.
type constants struct {
	numbers [len(kinds)]libpcp.Atom
	text    []byte
	bytes   []byte
	rate    int32 // sample.write_me
}

const writtenRate = 2

func newConstants() constants {
	c := constants{text: []byte("13"), bytes: []byte("13"), rate: writtenRate}
	for i, k := range kinds {
		c.numbers[i], _ = libpcp.Int32Atom(written).Convert(k.kind)
	}
	return c
}

func (a *agent) constantMetrics() []pmda.Metric {
	rows := []pmda.Metric{{
		Name: "write_me", Item: 36, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		Units: libpcp.Count | libpcp.PerSec, OneLine: "2, until something else is stored",
		Fetch: get(&a.constants.rate), Store: set(&a.constants.rate),
	}}
	for i, k := range kinds {
		for j, p := range powers {
			rows = append(rows, pmda.Metric{
				Name: k.name + "." + p.name, Item: k.item + uint16(j), Type: k.kind, Sem: libpcp.SemInstant,
				OneLine: p.help, Fetch: fixed(libpcp.Int32Atom(p.value)),
			})
		}
		rows = append(rows, a.writable(k.name+".write_me", k.item+uint16(len(powers)), k.kind, &a.constants.numbers[i]))
	}
	for i, c := range counts {
		rows = append(rows, pmda.Metric{
			Name: "ulong.count." + c.name, Item: 115 + uint16(i), Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
			Units:   libpcp.Count + c.scale*libpcp.Ten | libpcp.PerMByte,
			OneLine: "the same number of things per megabyte as its sisters, in units of another size",
			Fetch:   fixed(libpcp.Uint32Atom(c.value)),
		})
	}
	return append(rows, a.textMetrics()...)
}

// writable is the row of a number to be written.
func (a *agent) writable(name string, item uint16, kind libpcp.Type, v *libpcp.Atom) pmda.Metric {
	return pmda.Metric{
		Name: name, Item: item, Type: kind, Sem: libpcp.SemInstant,
		OneLine: "13, until something else is stored",
		Fetch:   func(context.Context, *pmda.Request) (libpcp.Atom, error) { return *v, nil },
		Store: func(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
			*v = to
			return nil
		},
	}
}

const greeting = "hullo world!"

func (a *agent) textMetrics() []pmda.Metric {
	var rows []pmda.Metric
	for _, k := range []struct {
		name    string
		item    uint16
		kind    libpcp.Type
		written *[]byte
	}{
		{"string", 30, libpcp.TypeString, &a.constants.text},
		{"aggregate", 33, libpcp.TypeAggregate, &a.constants.bytes},
	} {
		row := pmda.Metric{Type: k.kind, Sem: libpcp.SemInstant}
		row.Name, row.Item, row.OneLine = k.name+".null", k.item, "nothing, but of this type"
		row.Fetch = fixed(libpcp.BytesAtom(k.kind, nil))
		rows = append(rows, row)
		row.Name, row.Item, row.OneLine = k.name+".hullo", k.item+1, "always "+greeting
		row.Fetch = fixed(libpcp.BytesAtom(k.kind, []byte(greeting)))
		rows = append(rows, row)
		row.Name, row.Item, row.OneLine = k.name+".write_me", k.item+2, "13 as text, until something else is stored"
		row.Fetch = func(context.Context, *pmda.Request) (libpcp.Atom, error) {
			return libpcp.BytesAtom(k.kind, *k.written), nil
		}
		row.Store = func(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
			*k.written = bytes.Clone(to.Bytes())
			return nil
		}
		rows = append(rows, row)
	}
	return rows
}

// changed reports whether a writable value has changed, and whether the item
// has a label for it.
func (a *agent) changed(item uint32) (changed, ok bool) {
	if item == 36 {
		return a.constants.rate != writtenRate, true
	}
	for i, k := range kinds {
		if item == uint32(k.item)+uint32(len(powers)) {
			return a.constants.numbers[i].Float64() != written, true
		}
	}
	return false, false
}
