package xfs

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// groups are the metrics of all file systems: names below xfs, their first
// item, and what the group is about. Each is there once more, below xfs.perdev,
// for each file system.
var groups = [...]struct {
	prefix, names string
	item          uint16
	about         string
}{
	{"allocs.", "alloc_extent alloc_block free_extent free_block", 0, "allocation of space"},
	{"alloc_btree.", "lookup compare insrec delrec", 4, "tree of free space"},
	{"block_map.", "read_ops write_ops unmap add_exlist del_exlist look_exlist cmp_exlist", 8, "map of extents"},
	{"bmap_btree.", "lookup compare insrec delrec", 15, "tree of extents"},
	{"dir_ops.", "lookup create remove getdents", 19, "directories"},
	{"transactions.", "sync async empty", 23, "transactions"},
	{"inode_ops.", "ig_attempts ig_found ig_frecycle ig_missed ig_dup ig_reclaims ig_attrchg", 26, "cache of inodes"},
	{"log.", "writes blocks noiclogs force force_sleep", 33, "the log"},
	{"log_tail.", "try_logspace sleep_logspace push_ail.pushes push_ail.success push_ail.pushbuf push_ail.pinned " +
		"push_ail.locked push_ail.flushing push_ail.restarts push_ail.flush", 38, "the tail of the log"},
	{"", "xstrat.bytes xstrat.quick xstrat.split write write_bytes read read_bytes", 48, "reading and writing"},
	{"attr.", "get set remove list", 55, "attributes"},
	{"quota.", "reclaims reclaim_misses dquot_dups cachemisses cachehits wants", 59, "cache of quotas"},
	{"", "iflush_count icluster_flushcnt icluster_flushinode", 67, "flushing inodes"},
	{"vnodes.", "active alloc get hold rele reclaim remove free", 70, "inodes in memory"},
	{"log.", "write_ratio", 78, "blocks in a write of the log"},
	{"btree.alloc_blocks.", tree, 80, "tree of free space by block"},
	{"btree.alloc_contig.", tree, 95, "tree of free space by size"},
	{"btree.block_map.", tree, 110, "tree of extents"},
	{"btree.inode.", tree, 125, "tree of inodes"},
	{"btree.free_inode.", tree, 140, "tree of free inodes"},
	{"btree.reverse_map.", tree, 155, "tree of owners of blocks"},
	{"btree.refcount.", tree, 170, "tree of shared blocks"},
	{"quota.", "dquots dquots_unused", 185, "quotas in memory"},
	{"buffer.", "get create get_locked get_locked_waited busy_locked miss_locked page_retries page_found get_read", itemBuffer, "buffers"},
}

const tree = "lookup compare insrec delrec newroot killroot increment decrement lshift rshift split join alloc free moves"

// metrics makes the table.
func metrics() []pmda.Metric {
	var all, each []pmda.Metric
	for _, g := range groups {
		for i, name := range strings.Fields(g.names) {
			m := metric(g.item + uint16(i))
			m.OneLine = g.about + ": " + name
			m.Name, m.Cluster = "xfs."+g.prefix+name, clusterAll
			if m.Item >= itemBuffer {
				m.Cluster, m.Item = clusterBuffer, m.Item-itemBuffer
			}
			all = append(all, m)
			m.Name, m.Cluster, m.Item, m.InDom = "xfs.perdev."+g.prefix+name, clusterDevice, g.item+uint16(i), devices
			if g.item == 185 {
				m.Sem = libpcp.SemInstant
			}
			each = append(each, m)
		}
	}
	return append(all, each...)
}

// metric is the row of an item, but for its name.
func metric(item uint16) pmda.Metric {
	m := pmda.Metric{Item: item, Type: libpcp.TypeU32, Sem: libpcp.SemCounter, Units: libpcp.Count, Source: statistic{int(item), 1}}
	switch item {
	case 48, 52, 54:
		m.Type, m.Units = libpcp.TypeU64, libpcp.Byte
	case itemBlocks:
		m.Units, m.Source = libpcp.KByte, statistic{itemBlocks, sectorsInKB}
	case 70:
		m.Sem, m.Units = libpcp.SemInstant, libpcp.NoUnits
	case itemRatio:
		m.Type, m.Sem, m.Units = libpcp.TypeFloat, libpcp.SemInstant, libpcp.NoUnits
		m.Source = writeRatio{}
	}
	return m
}
