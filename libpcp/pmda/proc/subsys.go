package proc

import (
	"context"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// Instance domains of the kinds of control groups.
var (
	subsysInDom = &pmda.InDom{Serial: 37, OneLine: "the subsystems that control groups are for"}
	mountInDom  = &pmda.InDom{Serial: 38, OneLine: "where control groups are mounted"}
)

// subsystems are the lines of /proc/cgroups, and the mounts of control groups.
type subsystems struct {
	once   pmda.PerRequest[struct{}]
	cache  pmda.Cache
	lines  map[int32][]string
	mounts pmda.PerRequest[struct{}]
	places pmda.Cache
	kinds  map[int32]string
}

// readSubsystems reads lines "cpuset 1 11 1".
func (a *agent) readSubsystems(r *pmda.Request) *subsystems {
	s := &a.subsystems
	s.once.Get(r, func() (struct{}, error) {
		s.cache.HideAll()
		s.lines = make(map[int32][]string)
		for line := range strings.Lines(string(read(a.root+"/proc/cgroups", maxGroupFile))) {
			words := strings.Fields(line)
			if len(words) < 4 || words[0][0] == '#' {
				continue
			}
			if id, err := s.cache.Add(words[0]); err == nil {
				s.lines[id] = words
			}
		}
		return struct{}{}, nil
	})
	return s
}

// readPlaces finds which subsystems each mount is for.
func (a *agent) readPlaces(r *pmda.Request) *subsystems {
	s := a.readSubsystems(r)
	s.mounts.Get(r, func() (struct{}, error) {
		s.places.HideAll()
		s.kinds = make(map[int32]string)
		for _, m := range a.mountList(r) {
			var kinds []string
			for _, option := range m.options {
				if id, active := s.cache.ID(option); active && id >= 0 {
					kinds = append(kinds, option)
				}
			}
			if id, err := s.places.Add(m.dir); err == nil {
				s.kinds[id] = strings.Join(kinds, ",")
				if len(kinds) == 0 {
					s.kinds[id] = "?"
				}
			}
		}
		return struct{}{}, nil
	})
	return s
}

func (a *agent) subsysMetrics() []pmda.Metric {
	column := func(name string, item uint16, at int, oneLine string) pmda.Metric {
		return pmda.Metric{Name: "cgroup.subsys." + name, Cluster: 37, Item: item, Type: libpcp.TypeU32, InDom: subsysInDom,
			Sem: libpcp.SemInstant, OneLine: oneLine,
			Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
				words := a.readSubsystems(r).lines[r.Inst]
				if words == nil {
					return libpcp.Atom{}, pmda.NoValue
				}
				return libpcp.Uint32Atom(uint32(parseNumber([]byte(words[at])))), nil
			}}
	}
	return []pmda.Metric{
		column("hierarchy", 0, 1, "number of the hierarchy that each subsystem is in"),
		{Name: "cgroup.subsys.count", Cluster: 37, Item: 1, Type: libpcp.TypeU32, Sem: libpcp.SemInstant, Units: libpcp.Count,
			OneLine: "number of subsystems that control groups are for",
			Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
				return libpcp.Uint32Atom(uint32(len(a.readSubsystems(r).lines))), nil
			}},
		column("num_cgroups", 2, 2, "number of control groups of each subsystem"),
		column("enabled", 3, 3, "1 for each subsystem that is enabled"),
		{Name: "cgroup.mounts.subsys", Cluster: 38, Item: 0, Type: libpcp.TypeString, InDom: mountInDom, Sem: libpcp.SemInstant,
			OneLine: "subsystems of each mount of control groups",
			Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
				kinds, ok := a.readPlaces(r).kinds[r.Inst]
				if !ok {
					return libpcp.Atom{}, pmda.NoValue
				}
				return libpcp.StringAtom(kinds), nil
			}},
		{Name: "cgroup.mounts.count", Cluster: 38, Item: 1, Type: libpcp.TypeU32, Sem: libpcp.SemInstant, Units: libpcp.Count,
			OneLine: "number of mounts of control groups",
			Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
				return libpcp.Uint32Atom(uint32(len(a.readPlaces(r).kinds))), nil
			}},
	}
}
