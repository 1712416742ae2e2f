// Package xfs is the PMDA for XFS file systems, without their project quotas.
//
// It reads the statistics that the Linux kernel has of all of them together
// and of each, when a metric is fetched. [NewFor] returns the agent, for package
// local or [pmda.Main]. XFS_STATSPATH is a directory in place of the root.
package xfs

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
	"pcptools/libpcp/release"
)

// devices is the instance domain: block devices with a mounted file system.
var devices = &pmda.InDom{Serial: 6, Members: members{}, OneLine: "block devices with an XFS file system"}

type members struct{}

// List lists the devices.
func (members) List(_ context.Context, r *pmda.Request) ([]libpcp.Instance, error) {
	a := of(r)
	_, err := a.each.Get(r, a.readEach)
	return a.cache.Instances(), err
}

// Clusters of metrics.
const (
	clusterAll    = 16
	clusterBuffer = 17
	clusterDevice = 18
)

type agent struct {
	root  string
	all   pmda.PerRequest[*stats]
	each  pmda.PerRequest[map[int32]*stats]
	cache pmda.Cache
}

// NewFor returns the agent as of a release of PCP.
func NewFor(rel release.Release) *pmda.Agent {
	a := &agent{root: os.Getenv("XFS_STATSPATH")}
	rows := append(metrics(), pmda.Metric{
		Name: "xfs.control.reset", Cluster: clusterAll, Item: 79, Type: libpcp.TypeU32, Sem: libpcp.SemDiscrete,
		OneLine: "store anything to reset all statistics to zero", Fetch: resetValue, Store: a.reset,
	})
	return &pmda.Agent{
		Name:      "xfs",
		Domain:    11,
		Validated: true, // by TestValidate
		Rows:      pmda.RowsOf(rel, rows),
		InDoms:    []*pmda.InDom{devices},
		State:     a,
	}
}

func resetValue(context.Context, *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Uint32Atom(0), nil
}

// reset resets the kernel's statistics.
func (a *agent) reset(context.Context, *pmda.Request, libpcp.Atom) error {
	return os.WriteFile(a.root+"/proc/sys/fs/xfs/stats_clear", []byte("1\n"), 0)
}

// of returns the agent that a request is to.
func of(r *pmda.Request) *agent { return r.State.(*agent) }

// stats returns the statistics of r.Inst, or of all file systems, or nil.
func (a *agent) stats(r *pmda.Request) *stats {
	if r.Metric.InDom == nil {
		s, _ := a.all.Get(r, a.readAll)
		return s
	}
	each, _ := a.each.Get(r, a.readEach)
	return each[r.Inst]
}

// readAll reads the statistics of all file systems together.
func (a *agent) readAll() (*stats, error) {
	s, err := readStats(a.root + "/sys/fs/xfs/stats/stats")
	if err != nil {
		s, err = readStats(a.root + "/proc/fs/xfs/stat")
	}
	if err != nil {
		return nil, err
	}
	if text, err := pseudo.Read(nil, a.root+"/proc/fs/xfs/xqmstat", maxFile); err == nil {
		s.parse(text)
	}
	return s, nil
}

// readEach reads the statistics of each file system.
func (a *agent) readEach() (map[int32]*stats, error) {
	dir := a.root + "/sys/fs/xfs"
	names := pseudo.Names(dir, pseudo.MaxNames)
	if len(names) == 0 {
		return nil, nil
	}
	slices.Sort(names)
	a.cache.HideAll()
	each := make(map[int32]*stats)
	for _, name := range names {
		if name == "stats" { // of all together
			continue
		}
		s, err := readStats(filepath.Join(dir, name, "stats", "stats"))
		if err != nil {
			continue
		}
		if id, err := a.cache.Add(a.device(name)); err == nil {
			each[id] = s
		}
	}
	return each, nil
}

// device returns the name of a device; a mapped device has the name of its
// mapping.
func (a *agent) device(name string) string {
	if strings.HasPrefix(name, "dm-") {
		if text, err := pseudo.Start(nil, a.root+"/sys/block/"+name+"/dm/name", pseudo.MaxLine); err == nil {
			mapping, _, _ := strings.Cut(string(text), "\n")
			if mapping = strings.TrimSpace(strings.Trim(mapping, "\x00")); mapping != "" {
				return "/dev/mapper/" + mapping
			}
		}
	}
	return "/dev/" + name
}
