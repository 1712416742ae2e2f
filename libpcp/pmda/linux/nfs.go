package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// nfs are /proc/net/rpc/nfs and nfsd, with lines such as "rpc 14415 0 14415":
// what this machine has asked, and been asked.
type nfs struct {
	*machine
	nfsFile, nfsdFile, poolFile, threadFile file
}

// nfsStat supplies what is known of network file systems.
func (n *nfs) nfsStat(r *pmda.Request) (libpcp.Atom, error) {
	which, name, _ := strings.Cut(r.Metric.Key, " ")
	area, who, _ := strings.Cut(which, ".")
	if thread, ok := strings.CutPrefix(name, "threads."); ok {
		return n.nfsThreads(r, thread)
	}
	f, path := &n.nfsFile, "/proc/net/rpc/nfs"
	if who == "server" {
		f, path = &n.nfsdFile, "/proc/net/rpc/nfsd"
	}
	text, err := f.try(r, &n.host, path)
	if err != nil && !strings.HasPrefix(name, "ra_") {
		return libpcp.Atom{}, pmda.NoValue
	}
	if area == "rpc" {
		return whole(r, rpcCount(text, name)), nil
	}
	return nfsOperations(r, text, which, name)
}

// rpcCount is the number with the name that it has in metrics.
func rpcCount(text []byte, name string) (n uint64) {
	line, first, last := rpcColumns(name)
	if line == "" {
		return 0
	}
	rest, _ := after(text, line)
	var columns [12]uint64
	fixed(columns[:], rest)
	for _, column := range columns[first : last+1] {
		n += column
	}
	return n
}

// rpcColumns are the columns that make up a number, and the line they are on.
func rpcColumns(name string) (line string, first, last int) {
	switch name {
	case "rpccnt":
		return "rpc", 0, 0
	case "rpcretrans", "rpcerr":
		return "rpc", 1, 1
	case "rpcauthrefresh", "rpcbadfmt":
		return "rpc", 2, 2
	case "rpcbadauth":
		return "rpc", 3, 3
	case "rpcbadclnt":
		return "rpc", 4, 4
	case "netcnt":
		return "net", 0, 0
	case "netudpcnt":
		return "net", 1, 1
	case "nettcpcnt":
		return "net", 2, 2
	case "nettcpconn":
		return "net", 3, 3
	}
	return serverColumns(name)
}

// serverColumns are those of lines that only servers have.
func serverColumns(name string) (line string, first, last int) {
	switch name {
	case "rchits":
		return "rc", 0, 0
	case "rcmisses":
		return "rc", 1, 1
	case "rcnocache":
		return "rc", 2, 2
	case "fh_stale":
		return "fh", 0, 0
	case "fh_lookup":
		return "fh", 1, 1
	case "fh_anon":
		return "fh", 2, 2
	case "fh_nocache_dir":
		return "fh", 3, 3
	case "fh_nocache_nondir":
		return "fh", 4, 4
	case "io_read":
		return "io", 0, 0
	case "io_write":
		return "io", 1, 1
	case "th_cnt":
		return "th", 0, 0
	case "th_fullcnt":
		return "th", 1, 1
	case "ra_size":
		return "ra", 0, 0
	case "ra_hits": // at each of ten depths
		return "ra", 1, 10
	case "ra_misses":
		return "ra", 11, 11
	}
	return "", 0, 0 // fh_cached and others that only very old kernels counted
}

// nfsOperations supplies the count of an operation, or of all of them. The
// lines are "proc4ops 3 1 0 12": how many there are, and a count for each.
func nfsOperations(r *pmda.Request, text []byte, which, name string) (libpcp.Atom, error) {
	line, names := nfsLine(which)
	rest, _ := after(text, line)
	counts := make([]uint64, 1+len(names))
	fixed(counts, rest)
	operations := counts[1:]
	if name == "reqs" {
		at := int(r.Inst - names[0].ID)
		if at < 0 || at >= len(names) {
			return libpcp.Atom{}, pmda.NoValue
		}
		return whole(r, operations[at]), nil
	}
	var sum uint64
	for _, n := range operations {
		sum += n
	}
	return whole(r, sum), nil
}

// nfsLine is the line that has counts, and what is counted.
func nfsLine(which string) (line string, names []libpcp.Instance) {
	switch which {
	case "nfs3.client", "nfs3.server":
		return "proc3", nfs3Operations[:]
	case "nfs4.client":
		return "proc4", nfs4ClientOperations[:]
	case "nfs4.server":
		return "proc4ops", nfs4ServerOperations
	}
	return "proc2", nfsOperationNames[:]
}

// nfsThreads supplies what the server's threads do. Pools have lines with
// their number, packets, those that had to wait, threads woken and threads
// that ended.
func (n *nfs) nfsThreads(r *pmda.Request, name string) (libpcp.Atom, error) {
	text, err := n.threadFile.try(r, &n.host, "/proc/fs/nfsd/pool_threads")
	first, _ := word(text)
	threads, ok := number(first)
	if err != nil || !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	var sums [5]uint64
	if threads != 0 {
		text, err := n.poolFile.try(r, &n.host, "/proc/fs/nfsd/pool_stats")
		if err != nil {
			n.say(r, "Error: missing pool_stats when thread count != 0 : "+libpcp.ErrorText(err))
			return libpcp.Atom{}, pmda.NoValue
		}
		heading, rest := cutLine(text)
		if len(skip(heading, poolColumns)) == 0 {
			return libpcp.Atom{}, pmda.NoValue
		}
		sums = sumPools(rest)
	}
	switch name {
	case "total":
		return whole(r, threads), nil
	case "pools":
		return whole(r, sums[0]), nil
	case "requests":
		return whole(r, sums[1]), nil
	case "enqueued":
		return whole(r, sums[2]), nil
	case "processed":
		return whole(r, sums[3]), nil
	}
	return whole(r, sums[4]), nil
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

// The TCP connections of servers are counted as nettcpcnt, as the genuine agent has
// it.
var nfsMetrics = []pmda.Metric{
	{Name: "rpc.client.rpccnt", Key: "rpc.client rpccnt", Cluster: 7, Item: 20, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "calls of remote procedures made"},
	{Name: "rpc.client.rpcretrans", Key: "rpc.client rpcretrans", Cluster: 7, Item: 21, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "calls of remote procedures sent again"},
	{Name: "rpc.client.rpcauthrefresh", Key: "rpc.client rpcauthrefresh", Cluster: 7, Item: 22, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "times that credentials for calls were renewed"},
	{Name: "rpc.client.netcnt", Key: "rpc.client netcnt", Cluster: 7, Item: 24, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "packets of remote procedure calls handled, as a client"},
	{Name: "rpc.client.netudpcnt", Key: "rpc.client netudpcnt", Cluster: 7, Item: 25, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "of those, over UDP"},
	{Name: "rpc.client.nettcpcnt", Key: "rpc.client nettcpcnt", Cluster: 7, Item: 26, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "of those, over TCP"},
	{Name: "rpc.client.nettcpconn", Key: "rpc.client nettcpconn", Cluster: 7, Item: 27, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "TCP connections made for remote procedure calls"},
	{Name: "rpc.server.rpccnt", Key: "rpc.server rpccnt", Cluster: 7, Item: 30, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "calls of remote procedures received"},
	{Name: "rpc.server.rpcerr", Key: "rpc.server rpcerr", Cluster: 7, Item: 31, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "calls of remote procedures refused, for any reason"},
	{Name: "rpc.server.rpcbadfmt", Key: "rpc.server rpcbadfmt", Cluster: 7, Item: 32, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "calls refused because they made no sense"},
	{Name: "rpc.server.rpcbadauth", Key: "rpc.server rpcbadauth", Cluster: 7, Item: 33, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "calls refused because of bad credentials"},
	{Name: "rpc.server.rpcbadclnt", Key: "rpc.server rpcbadclnt", Cluster: 7, Item: 34, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "calls refused because of who made them"},
	{Name: "rpc.server.rchits", Key: "rpc.server rchits", Cluster: 7, Item: 35, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "requests found in the cache of replies"},
	{Name: "rpc.server.rcmisses", Key: "rpc.server rcmisses", Cluster: 7, Item: 36, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "requests not found in the cache of replies"},
	{Name: "rpc.server.rcnocache", Key: "rpc.server rcnocache", Cluster: 7, Item: 37, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "requests whose replies are not kept"},
	{Name: "rpc.server.fh_cached", Key: "rpc.server fh_cached", Cluster: 7, Item: 38, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "file handles in the cache, of older kernels"},
	{Name: "rpc.server.fh_valid", Key: "rpc.server fh_valid", Cluster: 7, Item: 39, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "file handles in the cache that were valid, of older kernels"},
	{Name: "rpc.server.fh_fixup", Key: "rpc.server fh_fixup", Cluster: 7, Item: 40, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "file handles whose path had to be repaired, of older kernels"},
	{Name: "rpc.server.fh_lookup", Key: "rpc.server fh_lookup", Cluster: 7, Item: 41, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "file handles that had to be looked up"},
	{Name: "rpc.server.fh_stale", Key: "rpc.server fh_stale", Cluster: 7, Item: 42, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "file handles of files that were no longer there"},
	{Name: "rpc.server.fh_concurrent", Key: "rpc.server fh_concurrent", Cluster: 7, Item: 43, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "file handles in use at the same time, of older kernels"},
	{Name: "rpc.server.netcnt", Key: "rpc.server netcnt", Cluster: 7, Item: 44, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "packets of remote procedure calls handled, as a server"},
	{Name: "rpc.server.netudpcnt", Key: "rpc.server netudpcnt", Cluster: 7, Item: 45, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "of those, over UDP"},
	{Name: "rpc.server.nettcpcnt", Key: "rpc.server nettcpcnt", Cluster: 7, Item: 46, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "of those, over TCP"},
	{Name: "rpc.server.nettcpconn", Key: "rpc.server nettcpcnt", Cluster: 7, Item: 47, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "TCP connections accepted for remote procedure calls"},
	{Name: "rpc.server.fh_anon", Key: "rpc.server fh_anon", Cluster: 7, Item: 51, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "file handles that led to a file without a name"},
	{Name: "rpc.server.fh_nocache_dir", Key: "rpc.server fh_nocache_dir", Cluster: 7, Item: 52, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "directories not found in the cache of file handles"},
	{Name: "rpc.server.fh_nocache_nondir", Key: "rpc.server fh_nocache_nondir", Cluster: 7, Item: 53, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "files not found in the cache of file handles"},
	{Name: "rpc.server.io_read", Key: "rpc.server io_read", Cluster: 7, Item: 54, Type: u32, Sem: counter, Units: libpcp.Byte, OneLine: "data that clients have read"},
	{Name: "rpc.server.io_write", Key: "rpc.server io_write", Cluster: 7, Item: 55, Type: u32, Sem: counter, Units: libpcp.Byte, OneLine: "data that clients have written"},
	{Name: "rpc.server.th_cnt", Key: "rpc.server th_cnt", Cluster: 7, Item: 56, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "threads of the NFS server"},
	{Name: "rpc.server.th_fullcnt", Key: "rpc.server th_fullcnt", Cluster: 7, Item: 57, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "times that all threads of the NFS server were busy"},
	{Name: "rpc.server.ra_size", Key: "rpc.server ra_size", Cluster: 7, Item: 68, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "size of the cache for reading ahead"},
	{Name: "rpc.server.ra_hits", Key: "rpc.server ra_hits", Cluster: 7, Item: 69, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "files found in the cache for reading ahead"},
	{Name: "rpc.server.ra_misses", Key: "rpc.server ra_misses", Cluster: 7, Item: 70, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "files not found in the cache for reading ahead"},
	{Name: "nfs.client.calls", Key: "nfs.client calls", Cluster: 7, Item: 1, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "NFS version 2 requests made, as a client"},
	{Name: "nfs.client.reqs", Key: "nfs.client reqs", Cluster: 7, Item: 4, Type: u32, InDom: nfsInDom, Sem: counter, Units: libpcp.Count, OneLine: "NFS version 2 requests made, as a client, by operation"},
	{Name: "nfs.server.calls", Key: "nfs.server calls", Cluster: 7, Item: 50, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "NFS version 2 requests served"},
	{Name: "nfs.server.reqs", Key: "nfs.server reqs", Cluster: 7, Item: 12, Type: u32, InDom: nfsInDom, Sem: counter, Units: libpcp.Count, OneLine: "NFS version 2 requests served, by operation"},
	{Name: "nfs.server.threads.total", Key: "nfs.server threads.total", Cluster: 7, Item: 71, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "threads of the NFS server"},
	{Name: "nfs.server.threads.pools", Key: "nfs.server threads.pools", Cluster: 7, Item: 72, Type: u32, Sem: instant, Units: libpcp.Count, OneLine: "groups that the threads of the NFS server are in"},
	{Name: "nfs.server.threads.requests", Key: "nfs.server threads.requests", Cluster: 7, Item: 73, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "requests that arrived for the threads of the NFS server"},
	{Name: "nfs.server.threads.enqueued", Key: "nfs.server threads.enqueued", Cluster: 7, Item: 74, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "requests that had to wait for a thread of the NFS server"},
	{Name: "nfs.server.threads.processed", Key: "nfs.server threads.processed", Cluster: 7, Item: 75, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "requests that a thread of the NFS server took at once"},
	{Name: "nfs.server.threads.timedout", Key: "nfs.server threads.timedout", Cluster: 7, Item: 76, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "threads of the NFS server that ended for want of work"},
	{Name: "nfs3.client.calls", Key: "nfs3.client calls", Cluster: 7, Item: 60, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "NFS version 3 requests made, as a client"},
	{Name: "nfs3.client.reqs", Key: "nfs3.client reqs", Cluster: 7, Item: 61, Type: u32, InDom: nfs3InDom, Sem: counter, Units: libpcp.Count, OneLine: "NFS version 3 requests made, as a client, by operation"},
	{Name: "nfs3.server.calls", Key: "nfs3.server calls", Cluster: 7, Item: 62, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "NFS version 3 requests served"},
	{Name: "nfs3.server.reqs", Key: "nfs3.server reqs", Cluster: 7, Item: 63, Type: u32, InDom: nfs3InDom, Sem: counter, Units: libpcp.Count, OneLine: "NFS version 3 requests served, by operation"},
	{Name: "nfs4.client.calls", Key: "nfs4.client calls", Cluster: 7, Item: 64, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "NFS version 4 requests made, as a client"},
	{Name: "nfs4.client.reqs", Key: "nfs4.client reqs", Cluster: 7, Item: 65, Type: u32, InDom: nfs4ClientInDom, Sem: counter, Units: libpcp.Count, OneLine: "NFS version 4 requests made, as a client, by operation"},
	{Name: "nfs4.server.calls", Key: "nfs4.server calls", Cluster: 7, Item: 66, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "NFS version 4 operations served"},
	{Name: "nfs4.server.reqs", Key: "nfs4.server reqs", Cluster: 7, Item: 67, Type: u32, InDom: nfs4ServerInDom, Sem: counter, Units: libpcp.Count, OneLine: "NFS version 4 operations served, by operation", Help: "The operation null is not among them."},
}
