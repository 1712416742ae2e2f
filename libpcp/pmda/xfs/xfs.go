// Package xfs is the PMDA for XFS file systems, without their project quotas.
//
// It reads the statistics that the Linux kernel has of all of them together
// and of each, when a metric is fetched. [New] returns the agent, for package
// local or [pmda.Main]. XFS_STATSPATH is a directory in place of the root.
package xfs

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// devices is the instance domain: block devices with a mounted file system.
var devices = &pmda.InDom{Serial: 6, OneLine: "block devices with an XFS file system"}

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

// New returns the agent.
func New() *pmda.Agent { return newAgent(os.Getenv("XFS_STATSPATH")) }

func newAgent(root string) *pmda.Agent {
	a := &agent{root: root}
	rows := metrics()
	rows = append(rows, pmda.Metric{
		Name: "xfs.control.reset", Cluster: clusterAll, Item: 79, Type: libpcp.TypeU32, Sem: libpcp.SemDiscrete,
		OneLine: "store anything to reset all statistics to zero", Fetch: resetValue, Store: a.reset,
	})
	return &pmda.Agent{
		Name:      "xfs",
		Domain:    11,
		Validated: true, // by TestValidate
		Metrics:   rows,
		InDoms:    []*pmda.InDom{devices},
		List:      a.list,
		Fetch:     a.fetch,
	}
}

func resetValue(context.Context, *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Uint32Atom(0), nil
}

// reset resets the kernel's statistics.
func (a *agent) reset(context.Context, *pmda.Request, libpcp.Atom) error {
	return os.WriteFile(a.root+"/proc/sys/fs/xfs/stats_clear", []byte("1\n"), 0)
}

func (a *agent) list(_ context.Context, r *pmda.Request, _ *pmda.InDom) ([]libpcp.Instance, error) {
	if _, err := a.each.Get(r, a.readEach); err != nil {
		return nil, err
	}
	return a.cache.Instances(), nil
}

func (a *agent) fetch(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	var s *stats
	var err error
	if r.Metric.Cluster == clusterDevice {
		var each map[int32]*stats
		each, err = a.each.Get(r, a.readEach)
		s = each[r.Inst]
	} else {
		s, err = a.all.Get(r, a.readAll)
	}
	if err != nil || s == nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	return s.value(r.Metric), nil
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
	if text, err := readFile(a.root + "/proc/fs/xfs/xqmstat"); err == nil {
		s.parse(text)
	}
	return s, nil
}

// readEach reads the statistics of each file system.
func (a *agent) readEach() (map[int32]*stats, error) {
	dir := a.root + "/sys/fs/xfs"
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil // there are none
	}
	a.cache.HideAll()
	each := make(map[int32]*stats)
	for _, entry := range entries {
		if !entry.IsDir() || entry.Name() == "stats" {
			continue
		}
		s, err := readStats(filepath.Join(dir, entry.Name(), "stats", "stats"))
		if err != nil {
			continue
		}
		if id, err := a.cache.Add(a.device(entry.Name())); err == nil {
			each[id] = s
		}
	}
	return each, nil
}

// device is the name of a device: of one that is mapped, that of the mapping.
func (a *agent) device(name string) string {
	if strings.HasPrefix(name, "dm-") {
		if text, err := readFile(a.root + "/sys/block/" + name + "/dm/name"); err == nil {
			mapping, _, _ := strings.Cut(string(text), "\n")
			if mapping = strings.TrimSpace(strings.Trim(mapping, "\x00")); mapping != "" {
				return "/dev/mapper/" + mapping
			}
		}
	}
	return "/dev/" + name
}
