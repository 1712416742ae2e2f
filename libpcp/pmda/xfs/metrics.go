package xfs

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// A group is metrics whose items follow each other, once below xfs for all file
// systems together and once below xfs.perdev for each.
type group struct {
	line          string // of the kernel's file, with their numbers; "" if they are scattered
	prefix, names string
	item          uint16 // of the first, in the cluster of devices
	about         string
	since         release.Behaviour
}

var groups = [...]group{
	{"extent_alloc", "allocs.", "alloc_extent alloc_block free_extent free_block", 0, "allocation of space", 0},
	{"abt", "alloc_btree.", "lookup compare insrec delrec", 4, "tree of free space", 0},
	{"blk_map", "block_map.", "read_ops write_ops unmap add_exlist del_exlist look_exlist cmp_exlist", 8, "map of extents", 0},
	{"bmbt", "bmap_btree.", "lookup compare insrec delrec", 15, "tree of extents", 0},
	{"dir", "dir_ops.", "lookup create remove getdents", 19, "directories", 0},
	{"trans", "transactions.", "sync async empty", 23, "transactions", 0},
	{"ig", "inode_ops.", "ig_attempts ig_found ig_frecycle ig_missed ig_dup ig_reclaims ig_attrchg", 26, "cache of inodes", 0},
	{"log", "log.", "writes blocks noiclogs force force_sleep", itemWrites, "the log", 0},
	{"push_ail", "log_tail.", "try_logspace sleep_logspace push_ail.pushes push_ail.success push_ail.pushbuf push_ail.pinned " +
		"push_ail.locked push_ail.flushing push_ail.restarts push_ail.flush", 38, "the tail of the log", 0},
	{"", "", "xstrat.bytes xstrat.quick xstrat.split write write_bytes read read_bytes", 48, "reading and writing", 0},
	{"attr", "attr.", "get set remove list", 55, "attributes", 0},
	{"", "quota.", "reclaims reclaim_misses dquot_dups cachemisses cachehits wants", 59, "cache of quotas", 0},
	{"icluster", "", "iflush_count icluster_flushcnt icluster_flushinode", 67, "flushing inodes", 0},
	{"vnodes", "vnodes.", "active alloc get hold rele reclaim remove free", 70, "inodes in memory", 0},
	{"", "log.", "write_ratio", itemRatio, "blocks in a write of the log", 0},
	{"abtb2", "btree.alloc_blocks.", tree, 80, "tree of free space by block", 0},
	{"abtc2", "btree.alloc_contig.", tree, 95, "tree of free space by size", 0},
	{"bmbt2", "btree.block_map.", tree, 110, "tree of extents", 0},
	{"ibt2", "btree.inode.", tree, 125, "tree of inodes", 0},
	{"fibt2", "btree.free_inode.", tree, 140, "tree of free inodes", 0},
	{"rmapbt", "btree.reverse_map.", tree, 155, "tree of owners of blocks", 0},
	{"refcntbt", "btree.refcount.", tree, 170, "tree of shared blocks", 0},
	{"", "quota.", "dquots dquots_unused", itemDquots, "quotas in memory", 0},
	{"buf", "buffer.", "get create get_locked get_locked_waited busy_locked miss_locked page_retries page_found get_read", itemBuffer, "buffers", 0},
	{"zoned", "zoned.", "read_calls write_calls zone_reset_calls", 196, "garbage collection of zones", release.XFSMetrics72},
	{"gc xpc", "zoned.", "bytes", itemZoneBytes, "garbage collection of zones", release.XFSMetrics72},
	{"defer_relog", "", "defer_relog", itemRelog, "log items written again", release.XFSMetrics72},
	{"rmapbt_mem", "btree.rmap_mem.", tree, 201, "tree of owners of blocks, in memory", release.XFSMetrics72},
	{"rcbagbt", "btree.rcbag.", tree, 216, "tree of reference counts, in memory", release.XFSMetrics72},
	{"rtrmapbt", "btree.rtrmap.", tree, 231, "tree of owners of realtime blocks", release.XFSMetrics72},
	{"rtrmapbt_mem", "btree.rtrmap_mem.", tree, 246, "tree of owners of realtime blocks, in memory", release.XFSMetrics72},
	{"rtrefcntbt", "btree.rtrefcount.", tree, 261, "tree of shared realtime blocks", release.XFSMetrics72},
	{"metafile", "metafile.", "inodes", itemMetafiles, "files of metadata", release.XFSMetrics72},
}

const tree = "lookup compare insrec delrec newroot killroot increment decrement lshift rshift split join alloc free moves"

// metrics makes the table.
func metrics() []pmda.Metric {
	var all, each []pmda.Metric
	for _, g := range groups {
		for i, name := range strings.Fields(g.names) {
			m := metric(g.item + uint16(i))
			m.OneLine, m.Since = g.about+": "+name, g.since
			m.Name, m.Cluster = "xfs.perdev."+g.prefix+name, clusterDevice
			m.InDom = devices
			each = append(each, m)
			m.Name, m.Cluster = "xfs."+g.prefix+name, clusterAll
			m.InDom = nil
			switch g.item {
			case itemBuffer:
				m.Cluster, m.Item = clusterBuffer, m.Item-itemBuffer
			case itemDquots: // PCP's own difference
				m.Sem = libpcp.SemCounter
			}
			all = append(all, m)
		}
	}
	return append(all, each...)
}

// metric is the row of an item, but for its name.
func metric(item uint16) pmda.Metric {
	m := pmda.Metric{Item: item, Type: libpcp.TypeU32, Sem: libpcp.SemCounter, Units: libpcp.Count, Source: statistic{int(item), 1}}
	switch item {
	case 48, 52, 54, itemZoneBytes:
		m.Type, m.Units = libpcp.TypeU64, libpcp.Byte
	case itemRelog:
		m.Type = libpcp.TypeU64
	case itemBlocks:
		m.Units, m.Source = libpcp.KByte, statistic{itemBlocks, sectorsInKB}
	case 70:
		m.Sem, m.Units = libpcp.SemInstant, libpcp.NoUnits
	case itemRatio:
		m.Type, m.Sem, m.Units = libpcp.TypeFloat, libpcp.SemInstant, libpcp.NoUnits
		m.Source = writeRatio{}
	case itemDquots, itemDquots + 1, itemMetafiles:
		m.Sem = libpcp.SemInstant
	}
	return m
}
