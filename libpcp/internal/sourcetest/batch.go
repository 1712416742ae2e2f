package sourcetest

import (
	"fmt"
	"reflect"

	"pcptools/libpcp"
)

// testBatch puts queries of all kinds in one batch, failing ones among them,
// and each alone, before and after: the answers must be the same, unless the
// source has changed its mind. What no source knows is declined.
func (s *suite) testBatch() {
	before, together, after := s.queries(), s.queries(), s.queries()
	s.askEach(before)
	s.src.Ask(s.ctx, together...)
	s.askEach(after)
	for i, q := range together {
		if got, ok := q.(*unheardOf); ok && (*got != unheardOf{declined: 1}) {
			s.Errorf("query %d that nobody knows: %+v", i, *got)
		}
		if got, ok := q.(*libpcp.FetchQuery); ok {
			s.checkFetch(got, after[i].(*libpcp.FetchQuery))
		} else if alike(before[i], after[i]) && !alike(q, after[i]) {
			s.Errorf("%T %d:\nin the batch %s\n       alone %s", q, i, brief(q), brief(after[i]))
		}
	}
}

// unheardOf is a query that no source knows.
type unheardOf struct{ declined, failed int }

func (q *unheardOf) Fail(error) { q.failed++ }
func (q *unheardOf) Decline()   { q.declined++ }

func (s *suite) askEach(queries []libpcp.Query) {
	for _, q := range queries {
		s.src.Ask(s.ctx, q)
	}
}

// alike reports whether two queries and their answers are the same.
func alike(a, b libpcp.Query) bool { return reflect.DeepEqual(plain(a), plain(b)) }

// plain is a query and its answer with nothing in it but data.
func plain(q libpcp.Query) any {
	if q, ok := q.(*libpcp.TraverseQuery); ok {
		return []any{q.Name, q.Names.Slice(), q.Err}
	}
	return q
}

func brief(q libpcp.Query) string {
	text := fmt.Sprint(plain(q))
	return text[:min(len(text), 500)]
}

// checkFetch compares two fetches, whose values may differ.
func (s *suite) checkFetch(got, alone *libpcp.FetchQuery) {
	if libpcp.Code(got.Err) != libpcp.Code(alone.Err) {
		s.Errorf("fetch of %v: got %v, alone %v", got.IDs, got.Err, alone.Err)
	} else if got.Err == nil {
		s.checkSets(got.Result, got.IDs)
	}
}

func (s *suite) queries() []libpcp.Query {
	profile := new(libpcp.Profile)
	queries := []libpcp.Query{
		&libpcp.LookupQuery{Names: s.names},
		&libpcp.LookupQuery{Names: []string{unknownName}},
		&libpcp.TraverseQuery{Name: s.innerNode()},
		&libpcp.TraverseQuery{Name: unknownName},
		&libpcp.ChildrenQuery{Name: s.innerNode()},
		&libpcp.ChildrenQuery{Name: unknownName},
		&libpcp.NamesQuery{ID: s.ids[0]},
		&libpcp.NamesQuery{ID: unknownPMID},
		&libpcp.FetchQuery{IDs: s.ids, Profile: profile},
		&unheardOf{},
		&libpcp.HostNameQuery{},
		&libpcp.TimezoneQuery{},
		&libpcp.NamesOriginQuery{},
		&libpcp.DescsQuery{IDs: append([]libpcp.PMID{unknownPMID}, s.ids...)},
		&libpcp.InstancesQuery{InDom: libpcp.NewInDom(509, 12345)},
	}
	for _, d := range s.indoms() {
		queries = append(queries, &libpcp.InstancesQuery{InDom: d}, &libpcp.InstanceNameQuery{InDom: d, Inst: 1},
			&libpcp.InstanceNameQuery{InDom: d, Inst: 2147483646}, &libpcp.InstanceIDQuery{InDom: d, Name: "no such instance"})
	}
	for _, id := range append(s.ids, unknownPMID) {
		for _, kind := range []libpcp.TextKind{libpcp.TextHelp, libpcp.TextOneLine} {
			text := libpcp.TextID{Kind: kind | libpcp.TextPMID, Ident: uint32(id)}
			queries = append(queries, &libpcp.TextQuery{ID: text})
		}
	}
	for _, id := range s.labelIDs() {
		queries = append(queries, &libpcp.LabelsQuery{ID: id})
	}
	return append(queries, &libpcp.FetchQuery{IDs: s.ids[:1], Profile: profile})
}
