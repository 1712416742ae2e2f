package linux

import (
	"slices"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// wwids are the disks, each of which may be reached over several paths, with the
// same world-wide identifier (WWID).
type wwids struct{ identified set[wwid] }

// wwid is a disk: the sums over its paths.
type wwid struct {
	paths                          []string
	sum                            blockDevice
	bytes, bytesRead, bytesWritten uint64 // each path's rounded
	bytesDiscarded                 uint64 // of the last path only, in Kbyte, as PCP's agent has it
}

var wwidInDom = &pmda.InDom{Serial: 42, Members: domain[wwid]{identifiedDisks{}}, OneLine: "the disks, each with all paths that lead to it"}

type identifiedDisks struct{}

func (identifiedDisks) set(r *pmda.Request) *set[wwid] {
	s := &of(r).wwids.identified
	s.update(r, wwidInDom, func() {
		at := make(map[string]int)
		paths := disks.set(r).things
		for i := range paths {
			id := of(r).wwidOf(paths[i].name)
			if id == "" {
				continue
			}
			if _, ok := at[id]; !ok {
				at[id] = len(s.things)
				s.add(id)
			}
			if at[id] < len(s.things) {
				s.things[at[id]].add(&paths[i])
			}
		}
	})
	return s
}

func (w *wwid) add(d *blockDevice) {
	w.paths = append(w.paths, d.name)
	for i, n := range d.numbers {
		w.sum.numbers[i] += n
	}
	w.bytes += d.bytes()
	w.bytesRead += d.bytesRead()
	w.bytesWritten += d.bytesWritten()
	w.bytesDiscarded = d.bytesDiscarded()
}

// wwidOf is the identifier of a disk, "" if it has none: "naa.5000…" with a
// digit for the kind of identifier in place of the word.
func (h *host) wwidOf(device string) string {
	text, err := h.firstLine("/sys/block/" + device + "/device/wwid")
	if err != nil {
		text, _ = h.firstLine("/sys/block/" + device + "/wwid")
	}
	line := string(text)
	for _, kind := range [...]struct{ word, digit string }{{"t10.", "1"}, {"eui.", "2"}, {"naa.", "3"}} {
		if rest, ok := strings.CutPrefix(line, kind.word); ok {
			return kind.digit + rest
		}
	}
	return line
}

// ofPaths is the source of the sum over the paths of each disk.
type ofPaths func(*blockDevice) uint64

func (f ofPaths) Value(r *pmda.Request) (libpcp.Atom, error) {
	return each[wwid](func(w *wwid) uint64 { return f(&w.sum) }).Value(r)
}

func (w *wwid) total() uint64     { return w.bytes }
func (w *wwid) read() uint64      { return w.bytesRead }
func (w *wwid) written() uint64   { return w.bytesWritten }
func (w *wwid) discarded() uint64 { return w.bytesDiscarded }
func (w *wwid) pathNames() string { return strings.Join(w.paths, " ") }

// schedulerOfPaths supplies the scheduler of the last path.
func (a *agent) schedulerOfPaths(_ *pmda.Request, w *wwid) (libpcp.Atom, error) {
	return libpcp.StringAtom(a.scheduler(w.paths[len(w.paths)-1])), nil
}

// capacityOfPaths adds up the sizes that the paths have. PCP's agent knows
// them when it was asked for other capacities too.
func (a *agent) capacityOfPaths(r *pmda.Request, w *wwid) (libpcp.Atom, error) {
	var sum uint64
	if slices.ContainsFunc(r.IDs, func(id libpcp.PMID) bool { return hasCapacity(r.Row(id)) }) {
		for _, path := range w.paths {
			n, _ := a.kilobytesOf(r, path)
			sum += n
		}
	}
	if sum == 0 {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, sum), nil
}

func hasCapacity(m *pmda.Metric) bool {
	if m == nil {
		return false
	}
	_, ok := m.Source.(capacity)
	return ok
}

var wwidMetrics = []pmda.Metric{
	{Name: "disk.wwid.scsi_paths", Cluster: 92, Item: 3, Type: str, InDom: wwidInDom, Sem: discrete, Source: eachText[wwid]((*wwid).pathNames), OneLine: "names of all paths to each disk", Help: "A disk that is connected several times has a device for each path; all those with the same world-wide identifier are one instance."},
	{Name: "disk.wwid.read", Cluster: 92, Item: 4, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, Source: ofPaths((*blockDevice).reads), OneLine: "reads completed by each disk, over all its paths"},
	{Name: "disk.wwid.write", Cluster: 92, Item: 5, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, Source: ofPaths((*blockDevice).writes), OneLine: "writes completed by each disk, over all its paths"},
	{Name: "disk.wwid.total", Cluster: 92, Item: 28, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, Source: ofPaths((*blockDevice).total), OneLine: "reads and writes completed by each disk, over all its paths"},
	{Name: "disk.wwid.blkread", Cluster: 92, Item: 6, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, Source: ofPaths((*blockDevice).blocksRead), OneLine: "blocks of 512 bytes read from each disk, over all its paths"},
	{Name: "disk.wwid.blkwrite", Cluster: 92, Item: 7, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, Source: ofPaths((*blockDevice).blocksWritten), OneLine: "blocks of 512 bytes written to each disk, over all its paths"},
	{Name: "disk.wwid.blktotal", Cluster: 92, Item: 36, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, Source: ofPaths((*blockDevice).blocks), OneLine: "blocks of 512 bytes read from and written to each disk, over all its paths"},
	{Name: "disk.wwid.read_bytes", Cluster: 92, Item: 38, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.KByte, Source: each[wwid]((*wwid).read), OneLine: "data read from each disk, over all its paths"},
	{Name: "disk.wwid.write_bytes", Cluster: 92, Item: 39, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.KByte, Source: each[wwid]((*wwid).written), OneLine: "data written to each disk, over all its paths"},
	{Name: "disk.wwid.total_bytes", Cluster: 92, Item: 40, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.KByte, Source: each[wwid]((*wwid).total), OneLine: "data read from and written to each disk, over all its paths"},
	{Name: "disk.wwid.read_merge", Cluster: 92, Item: 49, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, Source: ofPaths((*blockDevice).readMerges), OneLine: "reads merged with another before they went to each disk, over all its paths"},
	{Name: "disk.wwid.write_merge", Cluster: 92, Item: 50, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, Source: ofPaths((*blockDevice).writeMerges), OneLine: "writes merged with another before they went to each disk, over all its paths"},
	{Name: "disk.wwid.avactive", Cluster: 92, Item: 46, Type: u32, InDom: wwidInDom, Sem: counter, Units: libpcp.Millisec, Source: ofPaths((*blockDevice).active), OneLine: "time in which there was something to do for each disk, over all its paths"},
	{Name: "disk.wwid.read_rawactive", Cluster: 92, Item: 72, Type: u32, InDom: wwidInDom, Sem: counter, Units: libpcp.Millisec, Source: ofPaths((*blockDevice).readTime), OneLine: "time that reads took, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.write_rawactive", Cluster: 92, Item: 73, Type: u32, InDom: wwidInDom, Sem: counter, Units: libpcp.Millisec, Source: ofPaths((*blockDevice).writeTime), OneLine: "time that writes took, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.total_rawactive", Cluster: 92, Item: 79, Type: u32, InDom: wwidInDom, Sem: counter, Units: libpcp.Millisec, Source: ofPaths((*blockDevice).time), OneLine: "time that reads and writes took, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.aveq", Cluster: 92, Item: 47, Type: u32, InDom: wwidInDom, Sem: counter, Units: libpcp.Millisec, Source: ofPaths((*blockDevice).queued), OneLine: "time that requests have waited or been in progress, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.scheduler", Cluster: 92, Item: 59, Type: str, InDom: wwidInDom, Sem: discrete, Source: fromEach[wwid]((*agent).schedulerOfPaths), OneLine: "name of the scheduler of requests that each disk, over all its paths has"},
	{Name: "disk.wwid.capacity", Cluster: 92, Item: 87, Type: u64, InDom: wwidInDom, Sem: discrete, Units: libpcp.KByte, Source: fromEach[wwid]((*agent).capacityOfPaths), OneLine: "size of each disk, over all its paths"},
	{Name: "disk.wwid.discard", Cluster: 92, Item: 88, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, Source: ofPaths((*blockDevice).discards), OneLine: "discards completed by each disk, over all its paths"},
	{Name: "disk.wwid.blkdiscard", Cluster: 92, Item: 89, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, Source: ofPaths((*blockDevice).blocksDiscarded), OneLine: "blocks of 512 bytes discarded on each disk, over all its paths"},
	{Name: "disk.wwid.discard_bytes", Cluster: 92, Item: 90, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.KByte, Source: each[wwid]((*wwid).discarded), OneLine: "data discarded on each disk, over all its paths"},
	{Name: "disk.wwid.discard_merge", Cluster: 92, Item: 91, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, Source: ofPaths((*blockDevice).discardMerges), OneLine: "discards merged with another before they went to each disk, over all its paths"},
	{Name: "disk.wwid.discard_rawactive", Cluster: 92, Item: 92, Type: u32, InDom: wwidInDom, Sem: counter, Units: libpcp.Millisec, Source: ofPaths((*blockDevice).discardTime), OneLine: "time that discards took, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.flush", Cluster: 92, Item: 93, Type: u64, InDom: wwidInDom, Sem: counter, Units: libpcp.Count, Source: ofPaths((*blockDevice).flushes), OneLine: "flushes completed by each disk, over all its paths"},
	{Name: "disk.wwid.flush_rawactive", Cluster: 92, Item: 94, Type: u32, InDom: wwidInDom, Sem: counter, Units: libpcp.Millisec, Source: ofPaths((*blockDevice).flushTime), OneLine: "time that flushes took, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.inflight", Cluster: 92, Item: 95, Type: u64, InDom: wwidInDom, Sem: instant, Source: ofPaths((*blockDevice).inFlight), OneLine: "requests in progress on each disk, over all its paths"},
}
