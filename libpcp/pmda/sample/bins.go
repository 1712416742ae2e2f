package sample

import (
	"context"
	"fmt"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// binNames are the members of the domain of bins. Sample.scramble.bin has
// them in another order.
var binNames = []libpcp.Instance{
	{ID: 100, Name: "bin-100"}, {ID: 200, Name: "bin-200"}, {ID: 300, Name: "bin-300"},
	{ID: 400, Name: "bin-400"}, {ID: 500, Name: "bin-500"}, {ID: 600, Name: "bin-600"},
	{ID: 700, Name: "bin-700"}, {ID: 800, Name: "bin-800"}, {ID: 900, Name: "bin-900"},
}

// bins are the values of sample.bin, from which many others are made: one for
// each of binNames.
type bins [9]int32

func newBins() (b bins) {
	for i := range b {
		b[i] = binNames[i].ID
	}
	return b
}

// of returns the value of an instance that exists.
func (b *bins) of(inst int32) int32 { return b[inst/100-1] }

func (b *bins) fetch(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Int32Atom(b.of(r.Inst)), nil
}

func (b *bins) store(_ context.Context, r *pmda.Request, to libpcp.Atom) error {
	for i := range binNames {
		if binNames[i].ID == r.Inst {
			b[i] = int32(to.Int64())
			return nil
		}
	}
	return libpcp.ErrInst
}

// binKinds are the types in which bins come as a value and as a counter, with
// items that follow each other.
var binKinds = [...]struct {
	name string
	item uint16
	kind libpcp.Type
}{
	{"long", 103, libpcp.Type32},
	{"ulong", 105, libpcp.TypeU32},
	{"float", 107, libpcp.TypeFloat},
	{"longlong", 109, libpcp.Type64},
	{"ulonglong", 111, libpcp.TypeU64},
	{"double", 113, libpcp.TypeDouble},
}

func (a *agent) binMetrics() []pmda.Metric {
	rows := []pmda.Metric{{
		Name: "bin", Item: 6, InDom: binDomain, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "100 for bin-100, and so on, until something else is stored",
		Help: `What is stored in one instance shows in all metrics that are called bin
something, or bucket.`,
		Fetch: a.bins.fetch, Store: a.bins.store,
	}, {
		Name: "bucket", Item: 48, InDom: binDomain, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "the values of sample.bin", Fetch: a.bins.fetch,
	}, {
		Name: "part_bin", Item: 50, InDom: binDomain, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "the values of sample.bin, of every other instance", Values: a.partBin,
	}, {
		Name: "bogus_bin", Item: 51, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "values of sample.bin, and of instances that do not exist", Values: a.bogusBin, Desc: bogusDesc,
	}, {
		Name: "string.bin", Item: 153, InDom: binDomain, Type: libpcp.TypeString, Sem: libpcp.SemInstant,
		OneLine: "the values of sample.bin as text", Fetch: a.textBin,
	}}
	for _, k := range binKinds {
		fetch := pmda.FetchFunc(a.bins.fetch)
		if k.kind == libpcp.TypeU64 {
			fetch = a.agingBin
		}
		row := pmda.Metric{
			Name: k.name + ".bin", Item: k.item, InDom: binDomain, Type: k.kind, Sem: libpcp.SemInstant,
			OneLine: "the values of sample.bin in another type", Fetch: fetch,
		}
		rows = append(rows, row)
		row.Name, row.Item, row.Sem, row.Units = k.name+".bin_ctr", k.item+1, libpcp.SemCounter, libpcp.KByte
		row.OneLine = "the values of sample.bin as a counter"
		rows = append(rows, row)
	}
	return rows
}

func (a *agent) partBin(context.Context, *pmda.Request) ([]pmda.Value, error) {
	var values []pmda.Value
	for i := 0; i < len(binNames); i += 2 {
		values = append(values, pmda.Value{Inst: binNames[i].ID, Atom: libpcp.Int32Atom(a.bins[i])})
	}
	return values, nil
}

// bogusBin has a made-up instance in place of every other one, for clients that
// ask for such an instance.
func (a *agent) bogusBin(_ context.Context, r *pmda.Request) ([]pmda.Value, error) {
	var values []pmda.Value
	for i, inst := range binNames {
		v := pmda.Value{Inst: inst.ID, Atom: libpcp.Int32Atom(a.bins[i])}
		if i%2 == 1 {
			v = pmda.Value{Inst: inst.ID + 50, Atom: libpcp.Int32Atom(a.bins[i] + 50)}
		}
		if r.Profile.Includes(r.InDom(binDomain), inst.ID) {
			values = append(values, v)
		}
	}
	return values, nil
}

// bogusDesc has the instance domain that the row in the table has not, or the
// instances that it has not would never be returned.
func bogusDesc(_ context.Context, r *pmda.Request) (libpcp.Desc, error) {
	return libpcp.Desc{Type: libpcp.Type32, InDom: r.InDom(binDomain), Sem: libpcp.SemInstant}, nil
}

func (a *agent) textBin(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	return libpcp.StringAtom(fmt.Sprintf("%3d", a.bins.of(r.Inst))), nil
}

// agingBin adds the seconds that the agent has been there.
func (a *agent) agingBin(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Uint64Atom(uint64(int64(a.bins.of(r.Inst)) + int64(time.Since(a.start)/time.Second))), nil
}
