package linux

import (
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// wwids are the disks, each of which may be reached over several paths: those
// whose world-wide identifier (WWID) is the same.
type wwids struct {
	*diskstats
	identified set[wwid]
}

// wwid is a disk: what all of its paths have done together.
type wwid struct {
	paths    []string
	sum      blockDevice
	discards uint64 // of the last path only, in Kbyte, as the genuine agent has it
	data     [3]uint64
}

// readWWIDs brings together what /proc/diskstats says.
func (w *wwids) readWWIDs(r *pmda.Request) error {
	return w.identified.update(r, func() error {
		if err := w.readDisks(r); err != nil {
			return err
		}
		w.identified.keep(r, wwidInDom)
		at := make(map[string]int)
		for i := range w.disks.things {
			d := &w.disks.things[i]
			id := w.wwidOf(d.name)
			if id == "" {
				continue
			}
			if _, ok := at[id]; !ok {
				at[id] = len(w.identified.things)
				w.identified.add(id)
			}
			if at[id] < len(w.identified.things) {
				w.identified.things[at[id]].add(d)
			}
		}
		w.identified.save(r, wwidInDom)
		return nil
	})
}

func (w *wwid) add(d *blockDevice) {
	w.paths = append(w.paths, d.name)
	for i, n := range d.numbers {
		w.sum.numbers[i] += n
	}
	for i, what := range [...]string{"read_bytes", "write_bytes", "total_bytes"} {
		w.data[i] += d.named(what)
	}
	w.discards = d.named("discard_bytes")
}

// wwidOf is the identifier of a disk, "" if it has none: "naa.5000…" with a
// digit for the kind of identifier in place of the word.
func (d *diskstats) wwidOf(device string) string {
	text, err := d.firstLine("/sys/block/" + device + "/device/wwid")
	if err != nil {
		text, _ = d.firstLine("/sys/block/" + device + "/wwid")
	}
	line := string(text)
	for _, kind := range [...]struct{ word, digit string }{{"t10.", "1"}, {"eui.", "2"}, {"naa.", "3"}} {
		if rest, ok := strings.CutPrefix(line, kind.word); ok {
			return kind.digit + rest
		}
	}
	return line
}

// wwid supplies what is known of a disk.
func (c *wwids) wwid(r *pmda.Request) (libpcp.Atom, error) {
	w, err := c.identified.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	switch r.Metric.Key {
	case "scsi_paths":
		return libpcp.StringAtom(strings.Join(w.paths, " ")), nil
	case "scheduler":
		return libpcp.StringAtom(c.scheduler(w.paths[len(w.paths)-1])), nil
	case "capacity":
		return c.wwidCapacity(r, w)
	case "read_bytes":
		return whole(r, w.data[0]), nil
	case "write_bytes":
		return whole(r, w.data[1]), nil
	case "total_bytes":
		return whole(r, w.data[2]), nil
	case "discard_bytes":
		return whole(r, w.discards), nil
	default:
		return whole(r, w.sum.named(r.Metric.Key)), nil
	}
}

// wwidCapacity adds up the sizes that the paths have. The genuine agent knows
// them when it was asked for other capacities too.
func (c *wwids) wwidCapacity(r *pmda.Request, w *wwid) (libpcp.Atom, error) {
	if !slices.ContainsFunc(r.IDs, otherCapacity) {
		return libpcp.Atom{}, pmda.NoValue
	}
	var sum uint64
	for _, path := range w.paths {
		n, _ := c.kilobytesOf(r, path)
		sum += n
	}
	if sum == 0 {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, sum), nil
}

// otherCapacity reports whether a metric is the capacity of disks, partitions,
// or devices of the device mapper or of several others.
func otherCapacity(id libpcp.PMID) bool {
	switch id.Cluster()<<10 | id.Item() {
	case clusterStat<<10 | 87, clusterPartitions<<10 | 16, clusterDM<<10 | 17, clusterMD<<10 | 17:
		return true
	}
	return false
}

var wwidMetrics = []pmda.Metric{
	{Name: "disk.wwid.scsi_paths", Key: "scsi_paths", Cluster: 92, Item: 3, Type: str, InDom: wwidInDom, Sem: discrete, OneLine: "names of all paths to each disk", Help: "A disk that is connected several times has a device for each path; all those with the same world-wide identifier are one instance."},
	{Name: "disk.wwid.read", Key: "read", Cluster: 92, Item: 4, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads completed by each disk, over all its paths"},
	{Name: "disk.wwid.write", Key: "write", Cluster: 92, Item: 5, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, OneLine: "writes completed by each disk, over all its paths"},
	{Name: "disk.wwid.total", Key: "total", Cluster: 92, Item: 28, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads and writes completed by each disk, over all its paths"},
	{Name: "disk.wwid.blkread", Key: "blkread", Cluster: 92, Item: 6, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes read from each disk, over all its paths"},
	{Name: "disk.wwid.blkwrite", Key: "blkwrite", Cluster: 92, Item: 7, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes written to each disk, over all its paths"},
	{Name: "disk.wwid.blktotal", Key: "blktotal", Cluster: 92, Item: 36, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes read from and written to each disk, over all its paths"},
	{Name: "disk.wwid.read_bytes", Key: "read_bytes", Cluster: 92, Item: 38, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data read from each disk, over all its paths"},
	{Name: "disk.wwid.write_bytes", Key: "write_bytes", Cluster: 92, Item: 39, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data written to each disk, over all its paths"},
	{Name: "disk.wwid.total_bytes", Key: "total_bytes", Cluster: 92, Item: 40, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data read from and written to each disk, over all its paths"},
	{Name: "disk.wwid.read_merge", Key: "read_merge", Cluster: 92, Item: 49, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads merged with another before they went to each disk, over all its paths"},
	{Name: "disk.wwid.write_merge", Key: "write_merge", Cluster: 92, Item: 50, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, OneLine: "writes merged with another before they went to each disk, over all its paths"},
	{Name: "disk.wwid.avactive", Key: "avactive", Cluster: 92, Item: 46, Type: u32, InDom: wwidInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time in which there was something to do for each disk, over all its paths"},
	{Name: "disk.wwid.read_rawactive", Key: "read_rawactive", Cluster: 92, Item: 72, Type: u32, InDom: wwidInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that reads took, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.write_rawactive", Key: "write_rawactive", Cluster: 92, Item: 73, Type: u32, InDom: wwidInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that writes took, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.total_rawactive", Key: "total_rawactive", Cluster: 92, Item: 79, Type: u32, InDom: wwidInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that reads and writes took, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.aveq", Key: "aveq", Cluster: 92, Item: 47, Type: u32, InDom: wwidInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that requests have waited or been in progress, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.scheduler", Key: "scheduler", Cluster: 92, Item: 59, Type: str, InDom: wwidInDom, Sem: discrete, OneLine: "name of the scheduler of requests that each disk, over all its paths has"},
	{Name: "disk.wwid.capacity", Key: "capacity", Cluster: 92, Item: 87, Type: u64, InDom: wwidInDom, Sem: discrete, Units: libpcp.KByte, OneLine: "size of each disk, over all its paths"},
	{Name: "disk.wwid.discard", Key: "discard", Cluster: 92, Item: 88, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, OneLine: "discards completed by each disk, over all its paths"},
	{Name: "disk.wwid.blkdiscard", Key: "blkdiscard", Cluster: 92, Item: 89, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes discarded on each disk, over all its paths"},
	{Name: "disk.wwid.discard_bytes", Key: "discard_bytes", Cluster: 92, Item: 90, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data discarded on each disk, over all its paths"},
	{Name: "disk.wwid.discard_merge", Key: "discard_merge", Cluster: 92, Item: 91, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, OneLine: "discards merged with another before they went to each disk, over all its paths"},
	{Name: "disk.wwid.discard_rawactive", Key: "discard_rawactive", Cluster: 92, Item: 92, Type: u32, InDom: wwidInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that discards took, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.flush", Key: "flush", Cluster: 92, Item: 93, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, OneLine: "flushes completed by each disk, over all its paths"},
	{Name: "disk.wwid.flush_rawactive", Key: "flush_rawactive", Cluster: 92, Item: 94, Type: u32, InDom: wwidInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that flushes took, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.inflight", Key: "inflight", Cluster: 92, Item: 95, Type: u64, InDom: wwidInDom, Sem: instant, OneLine: "requests in progress on each disk, over all its paths"},
}
