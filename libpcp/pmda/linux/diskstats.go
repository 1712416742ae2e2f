package linux

import (
	"bytes"
	"cmp"
	"math"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// diskstats is /proc/diskstats: a line for each block device. Block devices have
// several kinds, each an instance domain.
type diskstats struct {
	file       file
	partitions file // /proc/partitions
	once       once
	kinds      [deviceKinds]set[blockDevice]
	brief      bool // a line has four numbers, see blockDevice.parse
}

// deviceKind is a kind of block device.
type deviceKind int

const (
	disks deviceKind = iota
	partitions
	mapped   // by the device mapper
	multiple // md
	zrams
	deviceKinds
)

var (
	diskInDom      = &pmda.InDom{Serial: 1, Members: domain[blockDevice]{disks}, OneLine: "the disks", Labels: `{"device_type":"block","indom_name":"per disk"}`}
	partitionInDom = &pmda.InDom{Serial: 10, Members: domain[blockDevice]{partitions}, OneLine: "the partitions of disks", Labels: `{"device_type":"block","indom_name":"per partition"}`}
	dmInDom        = &pmda.InDom{Serial: 24, Members: domain[blockDevice]{mapped}, OneLine: "the devices of the device mapper", Labels: `{"device_type":"block","indom_name":"per dm device"}`}
	mdInDom        = &pmda.InDom{Serial: 25, Members: domain[blockDevice]{multiple}, OneLine: "the devices made of several others (md)", Labels: `{"device_type":"block","indom_name":"per md device"}`}
	zramInDom      = &pmda.InDom{Serial: 38, Members: domain[blockDevice]{zrams}, OneLine: "the compressed devices in memory"}
)

var deviceInDoms = [deviceKinds]*pmda.InDom{disks: diskInDom, partitions: partitionInDom, mapped: dmInDom, multiple: mdInDom, zrams: zramInDom}

func (k deviceKind) set(r *pmda.Request) *set[blockDevice] { return &of(r).diskstats.read(r).kinds[k] }

func (k deviceKind) label(r *pmda.Request) string {
	if k == zrams {
		return ""
	}
	return k.set(r).label(r.Inst, "device_name")
}

// blockDevice is a line: "254 0 vda" and numbers.
type blockDevice struct {
	name    string
	numbers [diskColumns]uint64
}

// The numbers of a line. Older kernels have fewer.
const (
	readIOs = iota
	readMerges
	readSectors
	readTicks
	writeIOs
	writeMerges
	writeSectors
	writeTicks
	inFlight
	ioTicks
	queueTicks
	discardIOs
	discardMerges
	discardSectors
	discardTicks
	flushIOs
	flushTicks
	diskColumns
)

// read reads the lines, once for a request.
func (d *diskstats) read(r *pmda.Request) *diskstats {
	d.once.do(r, func() {
		h := &of(r).host
		text := d.file.of(r, h, "/proc/diskstats")
		for k, indom := range deviceInDoms {
			d.kinds[k].begin(r, indom)
		}
		d.parse(text, h)
		for k, indom := range deviceInDoms {
			d.kinds[k].end(r, indom)
		}
	})
	return d
}

func (d *diskstats) parse(text []byte, h *host) {
	d.brief = false
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		name, rest := word(skip(line, 2))
		b := blockDevice{name: string(name)}
		n := b.parse(rest)
		if len(name) == 0 || n == 0 {
			continue
		}
		d.brief = d.brief || n <= queueTicks
		if k, ok := kindOf(b.name); ok {
			if name := h.outerName(k, b.name); name != "" {
				*d.kinds[k].add(name) = b
			}
		}
	}
}

// parse fills in the numbers of a line, and returns how many it had. Partitions of
// very old kernels have reads, sectors, writes and sectors only.
func (d *blockDevice) parse(numbers []byte) int {
	n := fixed(d.numbers[:], numbers)
	switch {
	case n <= queueTicks:
		o := d.numbers
		d.numbers = [diskColumns]uint64{readIOs: o[0], readSectors: o[1], writeIOs: o[2], writeSectors: o[3]}
	case n <= discardTicks:
		clear(d.numbers[discardIOs:])
	case n <= flushTicks:
		clear(d.numbers[flushIOs:])
	}
	// Times, and requests in progress, have 32 bits in PCP's agent.
	for _, col := range [...]int{readTicks, writeTicks, inFlight, ioTicks, queueTicks, discardTicks, flushTicks} {
		d.numbers[col] &= math.MaxUint32
	}
	return n
}

func (d *blockDevice) reads() uint64         { return d.numbers[readIOs] }
func (d *blockDevice) writes() uint64        { return d.numbers[writeIOs] }
func (d *blockDevice) total() uint64         { return d.numbers[readIOs] + d.numbers[writeIOs] }
func (d *blockDevice) blocksRead() uint64    { return d.numbers[readSectors] }
func (d *blockDevice) blocksWritten() uint64 { return d.numbers[writeSectors] }
func (d *blockDevice) blocks() uint64        { return d.numbers[readSectors] + d.numbers[writeSectors] }
func (d *blockDevice) bytesRead() uint64     { return d.numbers[readSectors] / 2 }
func (d *blockDevice) bytesWritten() uint64  { return d.numbers[writeSectors] / 2 }
func (d *blockDevice) bytes() uint64         { return d.blocks() / 2 }
func (d *blockDevice) readMerges() uint64    { return d.numbers[readMerges] }
func (d *blockDevice) writeMerges() uint64   { return d.numbers[writeMerges] }
func (d *blockDevice) active() uint64        { return d.numbers[ioTicks] }
func (d *blockDevice) queued() uint64        { return d.numbers[queueTicks] }
func (d *blockDevice) readTime() uint64      { return d.numbers[readTicks] }
func (d *blockDevice) writeTime() uint64     { return d.numbers[writeTicks] }
func (d *blockDevice) time() uint64 {
	return uint64(uint32(d.numbers[readTicks] + d.numbers[writeTicks]))
}                                              // in the width the kernel has for each
func (d *blockDevice) inFlight() uint64        { return d.numbers[inFlight] }
func (d *blockDevice) discards() uint64        { return d.numbers[discardIOs] }
func (d *blockDevice) blocksDiscarded() uint64 { return d.numbers[discardSectors] }
func (d *blockDevice) bytesDiscarded() uint64  { return d.numbers[discardSectors] / 2 }
func (d *blockDevice) discardMerges() uint64   { return d.numbers[discardMerges] }
func (d *blockDevice) discardTime() uint64     { return d.numbers[discardTicks] }
func (d *blockDevice) flushes() uint64         { return d.numbers[flushIOs] }
func (d *blockDevice) flushTime() uint64       { return d.numbers[flushTicks] }

// later is the source of a number of each partition that very old kernels lack.
type later func(*blockDevice) uint64

func (f later) Value(r *pmda.Request) (libpcp.Atom, error) {
	if of(r).diskstats.read(r).brief {
		return libpcp.Atom{}, libpcp.ErrAppVersion
	}
	return each[blockDevice](f).Value(r)
}

// allDisks is the source of a sum over all disks.
type allDisks func(*blockDevice) uint64

func (f allDisks) Value(r *pmda.Request) (libpcp.Atom, error) {
	s := disks.set(r)
	var sum uint64
	for i := range s.things {
		sum += f(&s.things[i])
	}
	return whole(r, sum), nil
}

func (d *blockDevice) kernelName() string { return d.name }

func (a *agent) diskIdentifier(_ *pmda.Request, d *blockDevice) (libpcp.Atom, error) {
	return libpcp.StringAtom(cmp.Or(a.wwidOf(d.name), "unknown")), nil
}

func (a *agent) diskScheduler(_ *pmda.Request, d *blockDevice) (libpcp.Atom, error) {
	return libpcp.StringAtom(a.scheduler(d.name)), nil
}

func (a *agent) zramCapacity(r *pmda.Request, d *blockDevice) (libpcp.Atom, error) {
	bytes, _ := a.number("/sys/block/" + d.name + "/disksize")
	return whole(r, bytes/1024), nil
}

// capacity is the source of the size of each device.
type capacity struct{}

// Value is the size in kilobytes.
func (capacity) Value(r *pmda.Request) (libpcp.Atom, error) {
	d, err := memberOf[blockDevice](r)
	if err != nil {
		return libpcp.Atom{}, err
	}
	n, ok := of(r).kilobytesOf(r, d.name)
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

// kilobytesOf is the size of a device in Kbyte, from /proc/partitions.
func (a *agent) kilobytesOf(r *pmda.Request, device string) (n uint64, ok bool) {
	text := a.diskstats.partitions.of(r, &a.host, "/proc/partitions")
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		blocks, rest := word(skip(line, 2))
		if name, _ := word(rest); string(name) == device {
			return number(blocks)
		}
	}
	return 0, false
}

// scheduler returns the scheduler of a disk, which is in brackets among others.
func (h *host) scheduler(device string) string {
	line, err := h.line("/sys/block/" + device + "/queue/scheduler")
	if err != nil {
		return "unknown"
	}
	_, rest, ok := bytes.Cut(line, []byte("["))
	if name, _, closed := bytes.Cut(rest, []byte("]")); ok && closed {
		return string(name)
	}
	return "unknown"
}

var diskMetrics = []pmda.Metric{
	{Name: "disk.dev.read", Item: 4, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).reads), OneLine: "reads completed by each disk"},
	{Name: "disk.dev.write", Item: 5, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).writes), OneLine: "writes completed by each disk"},
	{Name: "disk.dev.total", Item: 28, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).total), OneLine: "reads and writes completed by each disk"},
	{Name: "disk.dev.blkread", Item: 6, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksRead), OneLine: "blocks of 512 bytes read from each disk"},
	{Name: "disk.dev.blkwrite", Item: 7, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksWritten), OneLine: "blocks of 512 bytes written to each disk"},
	{Name: "disk.dev.blktotal", Item: 36, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocks), OneLine: "blocks of 512 bytes read from and written to each disk"},
	{Name: "disk.dev.read_bytes", Item: 38, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytesRead), OneLine: "data read from each disk"},
	{Name: "disk.dev.write_bytes", Item: 39, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytesWritten), OneLine: "data written to each disk"},
	{Name: "disk.dev.total_bytes", Item: 40, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytes), OneLine: "data read from and written to each disk"},
	{Name: "disk.dev.read_merge", Item: 49, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).readMerges), OneLine: "reads merged with another before they went to each disk"},
	{Name: "disk.dev.write_merge", Item: 50, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).writeMerges), OneLine: "writes merged with another before they went to each disk"},
	{Name: "disk.dev.avactive", Item: 46, Type: u32, InDom: diskInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).active), OneLine: "time in which there was something to do for each disk", Help: "Its rate is the utilisation: 1000 milliseconds per second is a device that is never idle. Devices that do several things at once may be able to do more still."},
	{Name: "disk.dev.read_rawactive", Item: 72, Type: u32, InDom: diskInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).readTime), OneLine: "time that reads took, added up, on each disk", Help: "Reads that take place at the same time are each counted in full."},
	{Name: "disk.dev.write_rawactive", Item: 73, Type: u32, InDom: diskInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).writeTime), OneLine: "time that writes took, added up, on each disk", Help: "Writes that take place at the same time are each counted in full."},
	{Name: "disk.dev.total_rawactive", Item: 79, Type: u32, InDom: diskInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).time), OneLine: "time that reads and writes took, added up, on each disk"},
	{Name: "disk.dev.aveq", Item: 47, Type: u32, InDom: diskInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).queued), OneLine: "time that requests have waited or been in progress, added up, on each disk", Help: "Its rate is the average length of the queue, when divided by 1000."},
	{Name: "disk.dev.scheduler", Item: 59, Type: str, InDom: diskInDom, Sem: discrete, Source: fromEach[blockDevice]((*agent).diskScheduler), OneLine: "name of the scheduler of requests that each disk has"},
	{Name: "disk.dev.capacity", Item: 87, Type: u64, InDom: diskInDom, Sem: discrete, Units: libpcp.KByte, Source: capacity{}, OneLine: "size of each disk"},
	{Name: "disk.dev.discard", Item: 88, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).discards), OneLine: "discards completed by each disk"},
	{Name: "disk.dev.blkdiscard", Item: 89, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksDiscarded), OneLine: "blocks of 512 bytes discarded on each disk"},
	{Name: "disk.dev.discard_bytes", Item: 90, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytesDiscarded), OneLine: "data discarded on each disk"},
	{Name: "disk.dev.discard_merge", Item: 91, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).discardMerges), OneLine: "discards merged with another before they went to each disk"},
	{Name: "disk.dev.discard_rawactive", Item: 92, Type: u32, InDom: diskInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).discardTime), OneLine: "time that discards took, added up, on each disk"},
	{Name: "disk.dev.flush", Item: 93, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).flushes), OneLine: "flushes completed by each disk"},
	{Name: "disk.dev.flush_rawactive", Item: 94, Type: u32, InDom: diskInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).flushTime), OneLine: "time that flushes took, added up, on each disk"},
	{Name: "disk.dev.inflight", Item: 95, Type: u32, InDom: diskInDom, Sem: instant, Source: each[blockDevice]((*blockDevice).inFlight), OneLine: "requests in progress on each disk"},
	{Name: "disk.all.read", Item: 24, Type: u64, Sem: counter, Units: libpcp.Count, Source: allDisks((*blockDevice).reads), OneLine: "reads completed by all disks together"},
	{Name: "disk.all.write", Item: 25, Type: u64, Sem: counter, Units: libpcp.Count, Source: allDisks((*blockDevice).writes), OneLine: "writes completed by all disks together"},
	{Name: "disk.all.total", Item: 29, Type: u64, Sem: counter, Units: libpcp.Count, Source: allDisks((*blockDevice).total), OneLine: "reads and writes completed by all disks together"},
	{Name: "disk.all.blkread", Item: 26, Type: u64, Sem: counter, Units: libpcp.Count, Source: allDisks((*blockDevice).blocksRead), OneLine: "blocks of 512 bytes read from all disks together"},
	{Name: "disk.all.blkwrite", Item: 27, Type: u64, Sem: counter, Units: libpcp.Count, Source: allDisks((*blockDevice).blocksWritten), OneLine: "blocks of 512 bytes written to all disks together"},
	{Name: "disk.all.blktotal", Item: 37, Type: u64, Sem: counter, Units: libpcp.Count, Source: allDisks((*blockDevice).blocks), OneLine: "blocks of 512 bytes read from and written to all disks together"},
	{Name: "disk.all.read_bytes", Item: 41, Type: u64, Sem: counter, Units: libpcp.KByte, Source: allDisks((*blockDevice).bytesRead), OneLine: "data read from all disks together"},
	{Name: "disk.all.write_bytes", Item: 42, Type: u64, Sem: counter, Units: libpcp.KByte, Source: allDisks((*blockDevice).bytesWritten), OneLine: "data written to all disks together"},
	{Name: "disk.all.total_bytes", Item: 43, Type: u64, Sem: counter, Units: libpcp.KByte, Source: allDisks((*blockDevice).bytes), OneLine: "data read from and written to all disks together"},
	{Name: "disk.all.read_merge", Item: 51, Type: u64, Sem: counter, Units: libpcp.Count, Source: allDisks((*blockDevice).readMerges), OneLine: "reads merged with another before they went to all disks together"},
	{Name: "disk.all.write_merge", Item: 52, Type: u64, Sem: counter, Units: libpcp.Count, Source: allDisks((*blockDevice).writeMerges), OneLine: "writes merged with another before they went to all disks together"},
	{Name: "disk.all.avactive", Item: 44, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: allDisks((*blockDevice).active), OneLine: "time in which there was something to do for all disks together", Help: "Its rate is the utilisation: 1000 milliseconds per second is a device that is never idle. Devices that do several things at once may be able to do more still."},
	{Name: "disk.all.read_rawactive", Item: 74, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: allDisks((*blockDevice).readTime), OneLine: "time that reads took, added up, on all disks together", Help: "Reads that take place at the same time are each counted in full."},
	{Name: "disk.all.write_rawactive", Item: 75, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: allDisks((*blockDevice).writeTime), OneLine: "time that writes took, added up, on all disks together", Help: "Writes that take place at the same time are each counted in full."},
	{Name: "disk.all.total_rawactive", Item: 80, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: allDisks((*blockDevice).time), OneLine: "time that reads and writes took, added up, on all disks together"},
	{Name: "disk.all.aveq", Item: 45, Type: u64, Sem: counter, Units: libpcp.Millisec, Source: allDisks((*blockDevice).queued), OneLine: "time that requests have waited or been in progress, added up, on all disks together", Help: "Its rate is the average length of the queue, when divided by 1000."},
	{Name: "disk.all.discard", Item: 96, Type: u64, Sem: counter, Units: libpcp.Count, Source: allDisks((*blockDevice).discards), OneLine: "discards completed by all disks together"},
	{Name: "disk.all.blkdiscard", Item: 97, Type: u64, Sem: counter, Units: libpcp.Count, Source: allDisks((*blockDevice).blocksDiscarded), OneLine: "blocks of 512 bytes discarded on all disks together"},
	{Name: "disk.all.discard_bytes", Item: 98, Type: u64, Sem: counter, Units: libpcp.KByte, Source: allDisks((*blockDevice).bytesDiscarded), OneLine: "data discarded on all disks together"},
	{Name: "disk.all.discard_merge", Item: 99, Type: u64, Sem: counter, Units: libpcp.Count, Source: allDisks((*blockDevice).discardMerges), OneLine: "discards merged with another before they went to all disks together"},
	{Name: "disk.all.discard_rawactive", Item: 100, Type: u32, Sem: counter, Units: libpcp.Millisec, Source: allDisks((*blockDevice).discardTime), OneLine: "time that discards took, added up, on all disks together"},
	{Name: "disk.all.flush", Item: 101, Type: u64, Sem: counter, Units: libpcp.Count, Source: allDisks((*blockDevice).flushes), OneLine: "flushes completed by all disks together"},
	{Name: "disk.all.flush_rawactive", Item: 102, Type: u32, Sem: counter, Units: libpcp.Millisec, Source: allDisks((*blockDevice).flushTime), OneLine: "time that flushes took, added up, on all disks together"},
	{Name: "disk.all.inflight", Item: 104, Type: u64, Sem: instant, Source: allDisks((*blockDevice).inFlight), OneLine: "requests in progress on all disks together"},
	{Name: "disk.partitions.read", Cluster: 10, Item: 0, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).reads), OneLine: "reads completed by each partition"},
	{Name: "disk.partitions.write", Cluster: 10, Item: 1, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).writes), OneLine: "writes completed by each partition"},
	{Name: "disk.partitions.total", Cluster: 10, Item: 2, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).total), OneLine: "reads and writes completed by each partition"},
	{Name: "disk.partitions.blkread", Cluster: 10, Item: 3, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksRead), OneLine: "blocks of 512 bytes read from each partition"},
	{Name: "disk.partitions.blkwrite", Cluster: 10, Item: 4, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksWritten), OneLine: "blocks of 512 bytes written to each partition"},
	{Name: "disk.partitions.blktotal", Cluster: 10, Item: 5, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocks), OneLine: "blocks of 512 bytes read from and written to each partition"},
	{Name: "disk.partitions.read_bytes", Cluster: 10, Item: 6, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytesRead), OneLine: "data read from each partition"},
	{Name: "disk.partitions.write_bytes", Cluster: 10, Item: 7, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytesWritten), OneLine: "data written to each partition"},
	{Name: "disk.partitions.total_bytes", Cluster: 10, Item: 8, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytes), OneLine: "data read from and written to each partition"},
	{Name: "disk.partitions.read_merge", Cluster: 10, Item: 9, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, Source: later((*blockDevice).readMerges), OneLine: "reads merged with another before they went to each partition"},
	{Name: "disk.partitions.write_merge", Cluster: 10, Item: 10, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, Source: later((*blockDevice).writeMerges), OneLine: "writes merged with another before they went to each partition"},
	{Name: "disk.partitions.avactive", Cluster: 10, Item: 11, Type: u32, InDom: partitionInDom, Sem: counter, Units: libpcp.Millisec, Source: later((*blockDevice).active), OneLine: "time in which there was something to do for each partition", Help: "Its rate is the utilisation: 1000 milliseconds per second is a device that is never idle. Devices that do several things at once may be able to do more still."},
	{Name: "disk.partitions.aveq", Cluster: 10, Item: 12, Type: u32, InDom: partitionInDom, Sem: counter, Units: libpcp.Millisec, Source: later((*blockDevice).queued), OneLine: "time that requests have waited or been in progress, added up, on each partition", Help: "Its rate is the average length of the queue, when divided by 1000."},
	{Name: "disk.partitions.read_rawactive", Cluster: 10, Item: 13, Type: u32, InDom: partitionInDom, Sem: counter, Units: libpcp.Millisec, Source: later((*blockDevice).readTime), OneLine: "time that reads took, added up, on each partition", Help: "Reads that take place at the same time are each counted in full."},
	{Name: "disk.partitions.write_rawactive", Cluster: 10, Item: 14, Type: u32, InDom: partitionInDom, Sem: counter, Units: libpcp.Millisec, Source: later((*blockDevice).writeTime), OneLine: "time that writes took, added up, on each partition", Help: "Writes that take place at the same time are each counted in full."},
	{Name: "disk.partitions.total_rawactive", Cluster: 10, Item: 15, Type: u32, InDom: partitionInDom, Sem: counter, Units: libpcp.Millisec, Source: later((*blockDevice).time), OneLine: "time that reads and writes took, added up, on each partition"},
	{Name: "disk.partitions.capacity", Cluster: 10, Item: 16, Type: u64, InDom: partitionInDom, Sem: discrete, Units: libpcp.KByte, Source: capacity{}, OneLine: "size of each partition"},
	{Name: "disk.partitions.discard", Cluster: 10, Item: 17, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).discards), OneLine: "discards completed by each partition"},
	{Name: "disk.partitions.blkdiscard", Cluster: 10, Item: 18, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksDiscarded), OneLine: "blocks of 512 bytes discarded on each partition"},
	{Name: "disk.partitions.discard_bytes", Cluster: 10, Item: 19, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytesDiscarded), OneLine: "data discarded on each partition"},
	{Name: "disk.partitions.discard_merge", Cluster: 10, Item: 20, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).discardMerges), OneLine: "discards merged with another before they went to each partition"},
	{Name: "disk.partitions.discard_rawactive", Cluster: 10, Item: 21, Type: u32, InDom: partitionInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).discardTime), OneLine: "time that discards took, added up, on each partition"},
	{Name: "disk.partitions.flush", Cluster: 10, Item: 22, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).flushes), OneLine: "flushes completed by each partition"},
	{Name: "disk.partitions.flush_rawactive", Cluster: 10, Item: 23, Type: u32, InDom: partitionInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).flushTime), OneLine: "time that flushes took, added up, on each partition"},
	{Name: "disk.partitions.inflight", Cluster: 10, Item: 24, Type: u32, InDom: partitionInDom, Sem: instant, Source: each[blockDevice]((*blockDevice).inFlight), OneLine: "requests in progress on each partition"},
	{Name: "disk.dm.read", Cluster: 54, Item: 0, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).reads), OneLine: "reads completed by each device of the device mapper"},
	{Name: "disk.dm.write", Cluster: 54, Item: 1, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).writes), OneLine: "writes completed by each device of the device mapper"},
	{Name: "disk.dm.total", Cluster: 54, Item: 2, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).total), OneLine: "reads and writes completed by each device of the device mapper"},
	{Name: "disk.dm.blkread", Cluster: 54, Item: 3, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksRead), OneLine: "blocks of 512 bytes read from each device of the device mapper"},
	{Name: "disk.dm.blkwrite", Cluster: 54, Item: 4, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksWritten), OneLine: "blocks of 512 bytes written to each device of the device mapper"},
	{Name: "disk.dm.blktotal", Cluster: 54, Item: 5, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocks), OneLine: "blocks of 512 bytes read from and written to each device of the device mapper"},
	{Name: "disk.dm.read_bytes", Cluster: 54, Item: 6, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.KByte, Until: release.WideDeviceBytes, Source: each[blockDevice]((*blockDevice).bytesRead), OneLine: "data read from each device of the device mapper"},
	{Name: "disk.dm.read_bytes", Cluster: 54, Item: 6, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.KByte, Since: release.WideDeviceBytes, Source: each[blockDevice]((*blockDevice).bytesRead), OneLine: "data read from each device of the device mapper"},
	{Name: "disk.dm.write_bytes", Cluster: 54, Item: 7, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.KByte, Until: release.WideDeviceBytes, Source: each[blockDevice]((*blockDevice).bytesWritten), OneLine: "data written to each device of the device mapper"},
	{Name: "disk.dm.write_bytes", Cluster: 54, Item: 7, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.KByte, Since: release.WideDeviceBytes, Source: each[blockDevice]((*blockDevice).bytesWritten), OneLine: "data written to each device of the device mapper"},
	{Name: "disk.dm.total_bytes", Cluster: 54, Item: 8, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.KByte, Until: release.WideDeviceBytes, Source: each[blockDevice]((*blockDevice).bytes), OneLine: "data read from and written to each device of the device mapper"},
	{Name: "disk.dm.total_bytes", Cluster: 54, Item: 8, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.KByte, Since: release.WideDeviceBytes, Source: each[blockDevice]((*blockDevice).bytes), OneLine: "data read from and written to each device of the device mapper"},
	{Name: "disk.dm.read_merge", Cluster: 54, Item: 9, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).readMerges), OneLine: "reads merged with another before they went to each device of the device mapper"},
	{Name: "disk.dm.write_merge", Cluster: 54, Item: 10, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).writeMerges), OneLine: "writes merged with another before they went to each device of the device mapper"},
	{Name: "disk.dm.avactive", Cluster: 54, Item: 11, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).active), OneLine: "time in which there was something to do for each device of the device mapper", Help: "Its rate is the utilisation: 1000 milliseconds per second is a device that is never idle. Devices that do several things at once may be able to do more still."},
	{Name: "disk.dm.aveq", Cluster: 54, Item: 12, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).queued), OneLine: "time that requests have waited or been in progress, added up, on each device of the device mapper", Help: "Its rate is the average length of the queue, when divided by 1000."},
	{Name: "disk.dm.read_rawactive", Cluster: 54, Item: 14, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).readTime), OneLine: "time that reads took, added up, on each device of the device mapper", Help: "Reads that take place at the same time are each counted in full."},
	{Name: "disk.dm.write_rawactive", Cluster: 54, Item: 15, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).writeTime), OneLine: "time that writes took, added up, on each device of the device mapper", Help: "Writes that take place at the same time are each counted in full."},
	{Name: "disk.dm.total_rawactive", Cluster: 54, Item: 16, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).time), OneLine: "time that reads and writes took, added up, on each device of the device mapper"},
	{Name: "disk.dm.capacity", Cluster: 54, Item: 17, Type: u64, InDom: dmInDom, Sem: discrete, Units: libpcp.KByte, Source: capacity{}, OneLine: "size of each device of the device mapper"},
	{Name: "disk.dm.discard", Cluster: 54, Item: 18, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).discards), OneLine: "discards completed by each device of the device mapper"},
	{Name: "disk.dm.blkdiscard", Cluster: 54, Item: 19, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksDiscarded), OneLine: "blocks of 512 bytes discarded on each device of the device mapper"},
	{Name: "disk.dm.discard_bytes", Cluster: 54, Item: 20, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytesDiscarded), OneLine: "data discarded on each device of the device mapper"},
	{Name: "disk.dm.discard_merge", Cluster: 54, Item: 21, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).discardMerges), OneLine: "discards merged with another before they went to each device of the device mapper"},
	{Name: "disk.dm.discard_rawactive", Cluster: 54, Item: 22, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).discardTime), OneLine: "time that discards took, added up, on each device of the device mapper"},
	{Name: "disk.dm.flush", Cluster: 54, Item: 23, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).flushes), OneLine: "flushes completed by each device of the device mapper"},
	{Name: "disk.dm.flush_rawactive", Cluster: 54, Item: 24, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).flushTime), OneLine: "time that flushes took, added up, on each device of the device mapper"},
	{Name: "disk.dm.inflight", Cluster: 54, Item: 25, Type: u32, InDom: dmInDom, Sem: instant, Source: each[blockDevice]((*blockDevice).inFlight), OneLine: "requests in progress on each device of the device mapper"},
	{Name: "disk.md.read", Cluster: 59, Item: 0, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).reads), OneLine: "reads completed by each md device"},
	{Name: "disk.md.write", Cluster: 59, Item: 1, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).writes), OneLine: "writes completed by each md device"},
	{Name: "disk.md.total", Cluster: 59, Item: 2, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).total), OneLine: "reads and writes completed by each md device"},
	{Name: "disk.md.blkread", Cluster: 59, Item: 3, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksRead), OneLine: "blocks of 512 bytes read from each md device"},
	{Name: "disk.md.blkwrite", Cluster: 59, Item: 4, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksWritten), OneLine: "blocks of 512 bytes written to each md device"},
	{Name: "disk.md.blktotal", Cluster: 59, Item: 5, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocks), OneLine: "blocks of 512 bytes read from and written to each md device"},
	{Name: "disk.md.read_bytes", Cluster: 59, Item: 6, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.KByte, Until: release.WideDeviceBytes, Source: each[blockDevice]((*blockDevice).bytesRead), OneLine: "data read from each md device"},
	{Name: "disk.md.read_bytes", Cluster: 59, Item: 6, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.KByte, Since: release.WideDeviceBytes, Source: each[blockDevice]((*blockDevice).bytesRead), OneLine: "data read from each md device"},
	{Name: "disk.md.write_bytes", Cluster: 59, Item: 7, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.KByte, Until: release.WideDeviceBytes, Source: each[blockDevice]((*blockDevice).bytesWritten), OneLine: "data written to each md device"},
	{Name: "disk.md.write_bytes", Cluster: 59, Item: 7, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.KByte, Since: release.WideDeviceBytes, Source: each[blockDevice]((*blockDevice).bytesWritten), OneLine: "data written to each md device"},
	{Name: "disk.md.total_bytes", Cluster: 59, Item: 8, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.KByte, Until: release.WideDeviceBytes, Source: each[blockDevice]((*blockDevice).bytes), OneLine: "data read from and written to each md device"},
	{Name: "disk.md.total_bytes", Cluster: 59, Item: 8, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.KByte, Since: release.WideDeviceBytes, Source: each[blockDevice]((*blockDevice).bytes), OneLine: "data read from and written to each md device"},
	{Name: "disk.md.read_merge", Cluster: 59, Item: 9, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).readMerges), OneLine: "reads merged with another before they went to each md device"},
	{Name: "disk.md.write_merge", Cluster: 59, Item: 10, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).writeMerges), OneLine: "writes merged with another before they went to each md device"},
	{Name: "disk.md.avactive", Cluster: 59, Item: 11, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).active), OneLine: "time in which there was something to do for each md device", Help: "Its rate is the utilisation: 1000 milliseconds per second is a device that is never idle. Devices that do several things at once may be able to do more still."},
	{Name: "disk.md.aveq", Cluster: 59, Item: 12, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).queued), OneLine: "time that requests have waited or been in progress, added up, on each md device", Help: "Its rate is the average length of the queue, when divided by 1000."},
	{Name: "disk.md.read_rawactive", Cluster: 59, Item: 14, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).readTime), OneLine: "time that reads took, added up, on each md device", Help: "Reads that take place at the same time are each counted in full."},
	{Name: "disk.md.write_rawactive", Cluster: 59, Item: 15, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).writeTime), OneLine: "time that writes took, added up, on each md device", Help: "Writes that take place at the same time are each counted in full."},
	{Name: "disk.md.total_rawactive", Cluster: 59, Item: 16, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).time), OneLine: "time that reads and writes took, added up, on each md device"},
	{Name: "disk.md.capacity", Cluster: 59, Item: 17, Type: u64, InDom: mdInDom, Sem: discrete, Units: libpcp.KByte, Source: capacity{}, OneLine: "size of each md device"},
	{Name: "disk.md.discard", Cluster: 59, Item: 18, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).discards), OneLine: "discards completed by each md device"},
	{Name: "disk.md.blkdiscard", Cluster: 59, Item: 19, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksDiscarded), OneLine: "blocks of 512 bytes discarded on each md device"},
	{Name: "disk.md.discard_bytes", Cluster: 59, Item: 20, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytesDiscarded), OneLine: "data discarded on each md device"},
	{Name: "disk.md.discard_merge", Cluster: 59, Item: 21, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).discardMerges), OneLine: "discards merged with another before they went to each md device"},
	{Name: "disk.md.discard_rawactive", Cluster: 59, Item: 22, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).discardTime), OneLine: "time that discards took, added up, on each md device"},
	{Name: "disk.md.flush", Cluster: 59, Item: 23, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).flushes), OneLine: "flushes completed by each md device"},
	{Name: "disk.md.flush_rawactive", Cluster: 59, Item: 24, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).flushTime), OneLine: "time that flushes took, added up, on each md device"},
	{Name: "disk.md.inflight", Cluster: 59, Item: 25, Type: u32, InDom: mdInDom, Sem: instant, Source: each[blockDevice]((*blockDevice).inFlight), OneLine: "requests in progress on each md device"},
}
