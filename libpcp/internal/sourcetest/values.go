package sourcetest

import (
	"slices"

	"pcptools/libpcp"
)

// fetch fetches, and checks that each metric has one set.
func (s *suite) fetch(ids []libpcp.PMID, profile *libpcp.Profile) *libpcp.Result {
	s.Helper()
	r, err := s.src.Fetch(s.ctx, ids, profile)
	if err != nil {
		s.Fatal("Fetch:", err)
	}
	s.checkSets(r, ids)
	return r
}

func (s *suite) checkSets(r *libpcp.Result, ids []libpcp.PMID) {
	s.Helper()
	if len(r.Sets) != len(ids) {
		s.Fatalf("%d sets for %d metrics", len(r.Sets), len(ids))
	}
	for i, set := range r.Sets {
		if set.PMID != ids[i] {
			s.Errorf("set %d: %v, want %v", i, set.PMID, ids[i])
		}
		if set.Err != nil && len(set.Values) > 0 {
			s.Errorf("%v: %v and %d values", set.PMID, set.Err, len(set.Values))
		}
	}
}

func (s *suite) testFetch() {
	r := s.fetch(s.ids, new(libpcp.Profile))
	if r.Time.IsZero() {
		s.Error("no time")
	}
	if r.Time != r.Time.Round(0) {
		s.Errorf("time %v has a reading of the monotonic clock", r.Time)
	}
	if !slices.ContainsFunc(r.Sets, func(set libpcp.ValueSet) bool { return len(set.Values) > 0 }) {
		s.Error("no values")
	}
	s.checkInstances(r)
	s.fetch([]libpcp.PMID{s.ids[0], s.ids[1], s.ids[0]}, new(libpcp.Profile))
	unknown := s.fetch([]libpcp.PMID{unknownPMID, s.ids[0]}, new(libpcp.Profile))
	if len(unknown.Sets[0].Values) > 0 {
		s.Errorf("values of an unknown metric: %v", unknown.Sets[0])
	}
}

// checkInstances makes sure that values of singular metrics are single.
func (s *suite) checkInstances(r *libpcp.Result) {
	for i, d := range s.src.Descs(s.ctx, s.ids) {
		if set := r.Sets[i]; d.Err == nil && d.Desc.InDom == libpcp.NullInDom && len(set.Values) > 1 {
			s.Errorf("%s: %d values of a singular metric", s.names[i], len(set.Values))
		}
	}
}

// testProfile fetches a metric with instances as profiles let it.
func (s *suite) testProfile() {
	id, d, insts := s.instanced()
	insts0 := func(p *libpcp.Profile) []int32 {
		return instancesOf(s.fetch([]libpcp.PMID{id}, p).Sets[0])
	}
	var p libpcp.Profile
	check := func(what string, err error, want []int32) {
		s.Helper()
		if got := insts0(&p); err != nil || !slices.Equal(got, want) {
			s.Errorf("%v with %s: got instances %v, %v; want %v", id, what, got, err, want)
		}
	}
	check("all", nil, insts)
	check("one added", p.Add(d, insts[1]), insts[1:2])
	check("two added", p.Add(d, insts[0]), insts[:2])
	check("one deleted again", p.Del(d, insts[0]), insts[1:2])
	check("none", p.Del(d), nil)
	check("everything", p.Add(libpcp.NullInDom), insts)
	check("nothing", p.Del(libpcp.NullInDom), nil)
	check("one of nothing", p.Add(d, insts[0]), insts[:1])
	var other libpcp.Profile
	if got := insts0(&other); !slices.Equal(got, insts) {
		s.Errorf("%v with another profile: got instances %v, want %v", id, got, insts)
	}
}

// instanced finds a metric that has two values or more.
func (s *suite) instanced() (libpcp.PMID, libpcp.InDom, []int32) {
	r := s.fetch(s.ids, new(libpcp.Profile))
	for i, d := range s.src.Descs(s.ctx, s.ids) {
		if set := r.Sets[i]; d.Err == nil && d.Desc.InDom != libpcp.NullInDom && len(set.Values) > 1 {
			return set.PMID, d.Desc.InDom, instancesOf(set)
		}
	}
	s.Fatal("no metric has two values")
	return 0, 0, nil
}

func instancesOf(set libpcp.ValueSet) (insts []int32) {
	for _, v := range set.Values {
		insts = append(insts, v.Inst)
	}
	slices.Sort(insts)
	return insts
}
