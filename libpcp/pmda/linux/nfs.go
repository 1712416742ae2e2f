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
	area, name, _ := strings.Cut(r.Metric.Name, ".")
	who, name, _ := strings.Cut(name, ".")
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
	if who == "server" && name == "nettcpconn" {
		name = "nettcpcnt" // as the genuine agent has it
	}
	if area == "rpc" {
		return whole(r, rpcCount(text, name)), nil
	}
	return nfsOperations(r, text, area+"."+who, name)
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
	var counts [maxOperations + 1]uint64
	fixed(counts[:], rest)
	operations := counts[1 : 1+len(names)]
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
		return "proc4ops", nfs4ServerOperations[:]
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
