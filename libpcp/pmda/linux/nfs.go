package linux

import (
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// nfs are /proc/net/rpc/nfs and nfsd, with lines such as "rpc 14415 0 14415", about
// requests of this machine and to it; and the server's threads.
type nfs struct {
	rpc            [len(rpcPaths)]file
	pools, threads file
}

// rpcSide is one of the files.
type rpcSide int

const (
	nfsClients rpcSide = iota
	nfsServer
)

var rpcPaths = [...]string{nfsClients: "/proc/net/rpc/nfs", nfsServer: "/proc/net/rpc/nfsd"}

var (
	nfsInDom        = &pmda.InDom{Serial: 7, OneLine: "the operations of NFS version 2", Members: operations{0, nfsOperationNames}}
	nfs3InDom       = &pmda.InDom{Serial: 8, OneLine: "the operations of NFS version 3", Members: operations{0, nfs3Operations}}
	nfs4ClientInDom = &pmda.InDom{Serial: 14, OneLine: "the operations of NFS version 4, as clients count them", Members: operations{0, nfs4ClientOperations}}
	nfs4ServerInDom = &pmda.InDom{Serial: 15, OneLine: "the operations of NFS version 4, as servers count them", Members: operations{1, nfs4ServerOperations}}
)

func (side rpcSide) text(r *pmda.Request) ([]byte, error) {
	return of(r).nfs.rpc[side].try(r, &of(r).host, rpcPaths[side])
}

// rpcColumns is the source of the sum of some columns of a line. "" stands for the
// line of much older kernels.
type rpcColumns struct {
	side        rpcSide
	line        string
	first, last int
}

// Value is the sum, 0 without the line; reading ahead is 0 without the file, too.
func (c rpcColumns) Value(r *pmda.Request) (libpcp.Atom, error) {
	text, err := c.side.text(r)
	if err != nil && c.line != readAhead {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, c.sum(text)), nil
}

const readAhead = "ra"

func (c rpcColumns) sum(text []byte) (n uint64) {
	if c.line == "" {
		return 0
	}
	rest, _ := after(text, c.line)
	var columns [12]uint64
	fixed(columns[:], rest)
	for _, column := range columns[c.first : c.last+1] {
		n += column
	}
	return n
}

// nfsOperations is the source of the count of each operation, or of all of them.
// The lines are "proc4ops 3 1 0 12": the number of operations, and a count for
// each.
type nfsOperations struct {
	side  rpcSide
	line  string
	indom *pmda.InDom
}

func (o nfsOperations) Value(r *pmda.Request) (libpcp.Atom, error) {
	text, err := o.side.text(r)
	if err != nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	ops := o.indom.Members.(operations)
	rest, _ := after(text, o.line)
	counts := make([]uint64, 1+len(ops.names))
	fixed(counts, rest)
	counts = counts[1:]
	if r.Metric.InDom != nil {
		at := int(r.Inst - ops.first)
		if at < 0 || at >= len(counts) {
			return libpcp.Atom{}, pmda.NoValue
		}
		return whole(r, counts[at]), nil
	}
	var sum uint64
	for _, n := range counts {
		sum += n
	}
	return whole(r, sum), nil
}

// serverThreads is the source of a number about the server's threads.
type serverThreads int

const (
	allThreads serverThreads = iota - 1
	// Sums over pools, which have lines with their number, packets, packets that had
	// to wait, threads woken and threads that ended.
	threadPools
	threadRequests
	threadsQueued
	threadsWoken
	threadsEnded
)

func (t serverThreads) Value(r *pmda.Request) (libpcp.Atom, error) {
	a := of(r)
	text, err := a.nfs.threads.try(r, &a.host, "/proc/fs/nfsd/pool_threads")
	first, _ := word(text)
	threads, ok := number(first)
	if err != nil || !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	var sums [5]uint64
	if threads != 0 {
		text, err := a.nfs.pools.try(r, &a.host, "/proc/fs/nfsd/pool_stats")
		if err != nil {
			a.say(r, "Error: missing pool_stats when thread count != 0 : "+libpcp.ErrorText(err))
			return libpcp.Atom{}, pmda.NoValue
		}
		heading, rest := cutLine(text)
		if len(skip(heading, poolColumns)) == 0 {
			return libpcp.Atom{}, pmda.NoValue
		}
		sums = sumPools(rest)
	}
	if t == allThreads {
		return whole(r, threads), nil
	}
	return whole(r, sums[t]), nil
}

// poolColumns are the words of the heading that precede the last one.
const poolColumns = 5

// sumPools counts pools, and adds up their numbers.
func sumPools(text []byte) (sums [5]uint64) {
	for {
		var line [5]uint64
		if fixed(line[:], text) < len(line) {
			return sums
		}
		text = skip(text, len(line))
		sums[0]++
		for i, n := range line[1:] {
			sums[i+1] += n
		}
	}
}

// The TCP connections of servers are counted as nettcpcnt, as PCP's agent has
// it.
var nfsMetrics = []pmda.Metric{
	{Name: "rpc.client.rpccnt", Cluster: 7, Item: 20, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsClients, "rpc", 0, 0}, OneLine: "calls of remote procedures made"},
	{Name: "rpc.client.rpcretrans", Cluster: 7, Item: 21, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsClients, "rpc", 1, 1}, OneLine: "calls of remote procedures sent again"},
	{Name: "rpc.client.rpcauthrefresh", Cluster: 7, Item: 22, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsClients, "rpc", 2, 2}, OneLine: "times that credentials for calls were renewed"},
	{Name: "rpc.client.netcnt", Cluster: 7, Item: 24, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsClients, "net", 0, 0}, OneLine: "packets of remote procedure calls handled, as a client"},
	{Name: "rpc.client.netudpcnt", Cluster: 7, Item: 25, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsClients, "net", 1, 1}, OneLine: "of those, over UDP"},
	{Name: "rpc.client.nettcpcnt", Cluster: 7, Item: 26, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsClients, "net", 2, 2}, OneLine: "of those, over TCP"},
	{Name: "rpc.client.nettcpconn", Cluster: 7, Item: 27, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsClients, "net", 3, 3}, OneLine: "TCP connections made for remote procedure calls"},
	{Name: "rpc.server.rpccnt", Cluster: 7, Item: 30, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "rpc", 0, 0}, OneLine: "calls of remote procedures received"},
	{Name: "rpc.server.rpcerr", Cluster: 7, Item: 31, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "rpc", 1, 1}, OneLine: "calls of remote procedures refused, for any reason"},
	{Name: "rpc.server.rpcbadfmt", Cluster: 7, Item: 32, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "rpc", 2, 2}, OneLine: "calls refused because they made no sense"},
	{Name: "rpc.server.rpcbadauth", Cluster: 7, Item: 33, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "rpc", 3, 3}, OneLine: "calls refused because of bad credentials"},
	{Name: "rpc.server.rpcbadclnt", Cluster: 7, Item: 34, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "rpc", 4, 4}, OneLine: "calls refused because of who made them"},
	{Name: "rpc.server.rchits", Cluster: 7, Item: 35, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "rc", 0, 0}, OneLine: "requests found in the cache of replies"},
	{Name: "rpc.server.rcmisses", Cluster: 7, Item: 36, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "rc", 1, 1}, OneLine: "requests not found in the cache of replies"},
	{Name: "rpc.server.rcnocache", Cluster: 7, Item: 37, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "rc", 2, 2}, OneLine: "requests whose replies are not kept"},
	{Name: "rpc.server.fh_cached", Cluster: 7, Item: 38, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "", 0, 0}, OneLine: "file handles in the cache, of older kernels"},
	{Name: "rpc.server.fh_valid", Cluster: 7, Item: 39, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "", 0, 0}, OneLine: "file handles in the cache that were valid, of older kernels"},
	{Name: "rpc.server.fh_fixup", Cluster: 7, Item: 40, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "", 0, 0}, OneLine: "file handles whose path had to be repaired, of older kernels"},
	{Name: "rpc.server.fh_lookup", Cluster: 7, Item: 41, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "fh", 1, 1}, OneLine: "file handles that had to be looked up"},
	{Name: "rpc.server.fh_stale", Cluster: 7, Item: 42, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "fh", 0, 0}, OneLine: "file handles of files that were no longer there"},
	{Name: "rpc.server.fh_concurrent", Cluster: 7, Item: 43, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "", 0, 0}, OneLine: "file handles in use at the same time, of older kernels"},
	{Name: "rpc.server.netcnt", Cluster: 7, Item: 44, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "net", 0, 0}, OneLine: "packets of remote procedure calls handled, as a server"},
	{Name: "rpc.server.netudpcnt", Cluster: 7, Item: 45, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "net", 1, 1}, OneLine: "of those, over UDP"},
	{Name: "rpc.server.nettcpcnt", Cluster: 7, Item: 46, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "net", 2, 2}, OneLine: "of those, over TCP"},
	{Name: "rpc.server.nettcpconn", Cluster: 7, Item: 47, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "net", 2, 2}, OneLine: "TCP connections accepted for remote procedure calls"},
	{Name: "rpc.server.fh_anon", Cluster: 7, Item: 51, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "fh", 2, 2}, OneLine: "file handles that led to a file without a name"},
	{Name: "rpc.server.fh_nocache_dir", Cluster: 7, Item: 52, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "fh", 3, 3}, OneLine: "directories not found in the cache of file handles"},
	{Name: "rpc.server.fh_nocache_nondir", Cluster: 7, Item: 53, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "fh", 4, 4}, OneLine: "files not found in the cache of file handles"},
	{Name: "rpc.server.io_read", Cluster: 7, Item: 54, Type: u32, Sem: counter, Units: libpcp.Byte, Source: rpcColumns{nfsServer, "io", 0, 0}, OneLine: "data that clients have read"},
	{Name: "rpc.server.io_write", Cluster: 7, Item: 55, Type: u32, Sem: counter, Units: libpcp.Byte, Source: rpcColumns{nfsServer, "io", 1, 1}, OneLine: "data that clients have written"},
	{Name: "rpc.server.th_cnt", Cluster: 7, Item: 56, Type: u32, Sem: instant, Units: libpcp.Count, Source: rpcColumns{nfsServer, "th", 0, 0}, OneLine: "threads of the NFS server"},
	{Name: "rpc.server.th_fullcnt", Cluster: 7, Item: 57, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, "th", 1, 1}, OneLine: "times that all threads of the NFS server were busy"},
	{Name: "rpc.server.ra_size", Cluster: 7, Item: 68, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, readAhead, 0, 0}, OneLine: "size of the cache for reading ahead"},
	{Name: "rpc.server.ra_hits", Cluster: 7, Item: 69, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, readAhead, 1, 10}, OneLine: "files found in the cache for reading ahead"},
	{Name: "rpc.server.ra_misses", Cluster: 7, Item: 70, Type: u32, Sem: counter, Units: libpcp.Count, Source: rpcColumns{nfsServer, readAhead, 11, 11}, OneLine: "files not found in the cache for reading ahead"},
	{Name: "nfs.client.calls", Cluster: 7, Item: 1, Type: u32, Sem: counter, Units: libpcp.Count, Source: nfsOperations{nfsClients, "proc2", nfsInDom}, OneLine: "NFS version 2 requests made, as a client"},
	{Name: "nfs.client.reqs", Cluster: 7, Item: 4, Type: u32, InDom: nfsInDom, Sem: counter, Units: libpcp.Count, Source: nfsOperations{nfsClients, "proc2", nfsInDom}, OneLine: "NFS version 2 requests made, as a client, by operation"},
	{Name: "nfs.server.calls", Cluster: 7, Item: 50, Type: u32, Sem: counter, Units: libpcp.Count, Source: nfsOperations{nfsServer, "proc2", nfsInDom}, OneLine: "NFS version 2 requests served"},
	{Name: "nfs.server.reqs", Cluster: 7, Item: 12, Type: u32, InDom: nfsInDom, Sem: counter, Units: libpcp.Count, Source: nfsOperations{nfsServer, "proc2", nfsInDom}, OneLine: "NFS version 2 requests served, by operation"},
	{Name: "nfs.server.threads.total", Cluster: 7, Item: 71, Type: u32, Sem: instant, Units: libpcp.Count, Source: allThreads, OneLine: "threads of the NFS server"},
	{Name: "nfs.server.threads.pools", Cluster: 7, Item: 72, Type: u32, Sem: instant, Units: libpcp.Count, Source: threadPools, OneLine: "groups that the threads of the NFS server are in"},
	{Name: "nfs.server.threads.requests", Cluster: 7, Item: 73, Type: u64, Sem: counter, Units: libpcp.Count, Source: threadRequests, OneLine: "requests that arrived for the threads of the NFS server"},
	{Name: "nfs.server.threads.enqueued", Cluster: 7, Item: 74, Type: u64, Sem: counter, Units: libpcp.Count, Source: threadsQueued, OneLine: "requests that had to wait for a thread of the NFS server"},
	{Name: "nfs.server.threads.processed", Cluster: 7, Item: 75, Type: u64, Sem: counter, Units: libpcp.Count, Source: threadsWoken, OneLine: "requests that a thread of the NFS server took at once"},
	{Name: "nfs.server.threads.timedout", Cluster: 7, Item: 76, Type: u64, Sem: counter, Units: libpcp.Count, Source: threadsEnded, OneLine: "threads of the NFS server that ended for want of work"},
	{Name: "nfs3.client.calls", Cluster: 7, Item: 60, Type: u32, Sem: counter, Units: libpcp.Count, Source: nfsOperations{nfsClients, "proc3", nfs3InDom}, OneLine: "NFS version 3 requests made, as a client"},
	{Name: "nfs3.client.reqs", Cluster: 7, Item: 61, Type: u32, InDom: nfs3InDom, Sem: counter, Units: libpcp.Count, Source: nfsOperations{nfsClients, "proc3", nfs3InDom}, OneLine: "NFS version 3 requests made, as a client, by operation"},
	{Name: "nfs3.server.calls", Cluster: 7, Item: 62, Type: u32, Sem: counter, Units: libpcp.Count, Source: nfsOperations{nfsServer, "proc3", nfs3InDom}, OneLine: "NFS version 3 requests served"},
	{Name: "nfs3.server.reqs", Cluster: 7, Item: 63, Type: u32, InDom: nfs3InDom, Sem: counter, Units: libpcp.Count, Source: nfsOperations{nfsServer, "proc3", nfs3InDom}, OneLine: "NFS version 3 requests served, by operation"},
	{Name: "nfs4.client.calls", Cluster: 7, Item: 64, Type: u32, Sem: counter, Units: libpcp.Count, Source: nfsOperations{nfsClients, "proc4", nfs4ClientInDom}, OneLine: "NFS version 4 requests made, as a client"},
	{Name: "nfs4.client.reqs", Cluster: 7, Item: 65, Type: u32, InDom: nfs4ClientInDom, Sem: counter, Units: libpcp.Count, Source: nfsOperations{nfsClients, "proc4", nfs4ClientInDom}, OneLine: "NFS version 4 requests made, as a client, by operation"},
	{Name: "nfs4.server.calls", Cluster: 7, Item: 66, Type: u32, Sem: counter, Units: libpcp.Count, Source: nfsOperations{nfsServer, "proc4ops", nfs4ServerInDom}, OneLine: "NFS version 4 operations served"},
	{Name: "nfs4.server.reqs", Cluster: 7, Item: 67, Type: u32, InDom: nfs4ServerInDom, Sem: counter, Units: libpcp.Count, Source: nfsOperations{nfsServer, "proc4ops", nfs4ServerInDom}, OneLine: "NFS version 4 operations served, by operation", Help: "The operation null is not among them."},
}
