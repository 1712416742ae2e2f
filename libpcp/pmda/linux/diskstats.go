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
	for line := range linesOf(text) {
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
	if r.Metric.InDom == partitionInDom && of(r).diskstats.read(r).brief {
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

// capacity is the source of the size of each device.
type capacity struct{}

// Value is the size in kilobytes.
func (capacity) Value(r *pmda.Request) (libpcp.Atom, error) {
	d, err := memberOf[blockDevice](r)
	if err != nil {
		return libpcp.Atom{}, err
	}
	if r.Metric.InDom == zramInDom {
		bytes, _ := of(r).number("/sys/block/" + d.name + "/disksize")
		return whole(r, bytes/1024), nil
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
	for line := range linesOf(text) {
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
}

// deviceRows are what each kind of device but disks has metrics of, for [deviceKind.metrics].
var deviceRows = []pmda.Metric{
	{Name: "read", Item: 0, Type: u64, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).reads), OneLine: "reads completed by"},
	{Name: "write", Item: 1, Type: u64, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).writes), OneLine: "writes completed by"},
	{Name: "total", Item: 2, Type: u64, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).total), OneLine: "reads and writes completed by"},
	{Name: "blkread", Item: 3, Type: u64, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksRead), OneLine: "blocks of 512 bytes read from"},
	{Name: "blkwrite", Item: 4, Type: u64, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksWritten), OneLine: "blocks of 512 bytes written to"},
	{Name: "blktotal", Item: 5, Type: u64, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocks), OneLine: "blocks of 512 bytes read from and written to"},
	{Name: "read_bytes", Item: 6, Type: u64, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytesRead), OneLine: "data read from"},
	{Name: "write_bytes", Item: 7, Type: u64, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytesWritten), OneLine: "data written to"},
	{Name: "total_bytes", Item: 8, Type: u64, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytes), OneLine: "data read from and written to"},
	{Name: "read_merge", Item: 9, Type: u64, Sem: counter, Units: libpcp.Count, Source: later((*blockDevice).readMerges), OneLine: "reads merged with another before they went to"},
	{Name: "write_merge", Item: 10, Type: u64, Sem: counter, Units: libpcp.Count, Source: later((*blockDevice).writeMerges), OneLine: "writes merged with another before they went to"},
	{Name: "avactive", Item: 11, Type: u32, Sem: counter, Units: libpcp.Millisec, Source: later((*blockDevice).active), OneLine: "time in which there was something to do for", Help: "Its rate is the utilisation: 1000 milliseconds per second is a device that is never idle. Devices that do several things at once may be able to do more still."},
	{Name: "aveq", Item: 12, Type: u32, Sem: counter, Units: libpcp.Millisec, Source: later((*blockDevice).queued), OneLine: "time that requests have waited or been in progress, added up, on", Help: "Its rate is the average length of the queue, when divided by 1000."},
	{Name: "read_rawactive", Item: 13, Type: u32, Sem: counter, Units: libpcp.Millisec, Source: later((*blockDevice).readTime), OneLine: "time that reads took, added up, on", Help: "Reads that take place at the same time are each counted in full."},
	{Name: "write_rawactive", Item: 14, Type: u32, Sem: counter, Units: libpcp.Millisec, Source: later((*blockDevice).writeTime), OneLine: "time that writes took, added up, on", Help: "Writes that take place at the same time are each counted in full."},
	{Name: "total_rawactive", Item: 15, Type: u32, Sem: counter, Units: libpcp.Millisec, Source: later((*blockDevice).time), OneLine: "time that reads and writes took, added up, on"},
	{Name: "capacity", Item: 16, Type: u64, Sem: discrete, Units: libpcp.KByte, Source: capacity{}, OneLine: "size of"},
	{Name: "discard", Item: 17, Type: u64, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).discards), OneLine: "discards completed by"},
	{Name: "blkdiscard", Item: 18, Type: u64, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksDiscarded), OneLine: "blocks of 512 bytes discarded on"},
	{Name: "discard_bytes", Item: 19, Type: u64, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytesDiscarded), OneLine: "data discarded on"},
	{Name: "discard_merge", Item: 20, Type: u64, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).discardMerges), OneLine: "discards merged with another before they went to"},
	{Name: "discard_rawactive", Item: 21, Type: u32, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).discardTime), OneLine: "time that discards took, added up, on"},
	{Name: "flush", Item: 22, Type: u64, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).flushes), OneLine: "flushes completed by"},
	{Name: "flush_rawactive", Item: 23, Type: u32, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).flushTime), OneLine: "time that flushes took, added up, on"},
	{Name: "inflight", Item: 24, Type: u32, Sem: instant, Source: each[blockDevice]((*blockDevice).inFlight), OneLine: "requests in progress on"},
}

// metrics are the deviceRows of a kind; noun completes their texts. Those of the device
// mapper and md have no item 13, and until PCP widened them their bytes had 32 bits.
func (k deviceKind) metrics(prefix string, cluster uint16, noun string) []pmda.Metric {
	rows := make([]pmda.Metric, 0, len(deviceRows)+3)
	for _, row := range deviceRows {
		row.Name, row.Cluster, row.InDom, row.OneLine = prefix+row.Name, cluster, deviceInDoms[k], row.OneLine+" "+noun
		if k == mapped || k == multiple {
			switch {
			case row.Item > 12:
				row.Item++
			case row.Units == libpcp.KByte:
				narrow := row
				narrow.Type, narrow.Until, row.Since = u32, release.WideDeviceBytes, release.WideDeviceBytes
				rows = append(rows, narrow)
			}
		}
		rows = append(rows, row)
	}
	return rows
}
