package pmda_test

import (
	"context"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// heating is the state of an agent whose tables are static: the temperatures of rooms.
type heating struct{ rooms []uint64 }

type heated struct{}

func (heated) List(_ context.Context, r *pmda.Request) ([]libpcp.Instance, error) {
	return []libpcp.Instance{{ID: 0, Name: "hall"}, {ID: 1, Name: "attic"}}[:len(r.State.(*heating).rooms)], nil
}

func (heated) Label(r *pmda.Request) string { return `{"floor":` + string('0'+rune(r.Inst)) + `}` }

// warmer is the source of a temperature, raised by some degrees.
type warmer uint64

func (by warmer) Value(r *pmda.Request) (libpcp.Atom, error) {
	if r.Row(r.IDs[0]) != r.Metric {
		return libpcp.Atom{}, libpcp.ErrPMID
	}
	return libpcp.Uint64Atom(r.State.(*heating).rooms[r.Inst] + uint64(by)), nil
}

var (
	roomDomain = &pmda.InDom{Serial: 3, Members: heated{}}
	tables     = [][]pmda.Metric{{
		{Name: "temperature", Item: 1, Type: libpcp.TypeU32, InDom: roomDomain, Sem: libpcp.SemInstant, Until: release.SampleMetrics72, Source: warmer(0)},
		{Name: "temperature", Item: 1, Type: libpcp.TypeU64, InDom: roomDomain, Sem: libpcp.SemInstant, Since: release.SampleMetrics72, Source: warmer(1)},
	}}
)

func TestStaticTables(t *testing.T) {
	for _, test := range []struct {
		version string
		typ     libpcp.Type
		attic   uint64
	}{{"6.3.8", libpcp.TypeU32, 12}, {"7.2.2", libpcp.TypeU64, 13}} {
		v, err := release.Parse(test.version)
		if err != nil {
			t.Fatal(err)
		}
		rows := pmda.RowsOf(release.Of(v), tables...)
		s := pmda.NewService(&pmda.Agent{Name: "house", Rows: rows, InDoms: pmda.InDomsOf(rows), State: &heating{rooms: []uint64{20, 12}}}, 5, nil)
		sets, err := s.Fetch(t.Context(), &pmda.Client{}, []libpcp.PMID{libpcp.NewPMID(5, 0, 1)}, nil)
		if err != nil || len(sets[0].Values) != 2 {
			t.Fatal(sets, err)
		}
		if got, err := libpcp.Extract(sets[0].Format, sets[0].Values[1], test.typ, libpcp.TypeU64); err != nil || got.Uint64() != test.attic {
			t.Errorf("%s: %d, %v, want %d", test.version, got.Uint64(), err, test.attic)
		}
		labels, err := s.Labels(t.Context(), &pmda.Client{}, libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(libpcp.NewInDom(5, 3))}, nil)
		if err != nil || len(labels) != 2 || len(labels[1].Labels) != 1 || labels[1].Labels[0].Name != "floor" || labels[1].Labels[0].Value != "1" {
			t.Errorf("%s: labels %v, %v", test.version, labels, err)
		}
	}
}
