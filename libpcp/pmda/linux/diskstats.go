package linux

import (
	"bytes"
	"cmp"
	"math"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// diskstats is /proc/diskstats: a line for each block device, of which there
// are several kinds, each an instance domain.
type diskstats struct {
	*machine
	diskFile   file
	partFile   file
	disks      set[blockDevice]
	partitions set[blockDevice]
	mapped     set[blockDevice] // by the device mapper
	multiple   set[blockDevice] // md
	zrams      set[blockDevice]
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

// readDisks reads the lines, once for a request.
func (d *diskstats) readDisks(r *pmda.Request) error {
	return d.disks.update(r, func() error {
		text := d.diskFile.of(r, &d.host, "/proc/diskstats")
		d.disks.keep(r, diskInDom)
		d.partitions.keep(r, partitionInDom)
		d.mapped.keep(r, dmInDom)
		d.multiple.keep(r, mdInDom)
		d.zrams.keep(r, zramInDom)
		for _, s := range []*set[blockDevice]{&d.partitions, &d.mapped, &d.multiple, &d.zrams} {
			s.update(r, func() error { return nil })
		}
		d.parseDisks(text)
		d.disks.save(r, diskInDom)
		d.partitions.save(r, partitionInDom)
		d.mapped.save(r, dmInDom)
		d.multiple.save(r, mdInDom)
		d.zrams.save(r, zramInDom)
		return nil
	})
}

func (c *diskstats) parseDisks(text []byte) {
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		name, rest := word(skip(line, 2))
		d := blockDevice{name: string(name)}
		if len(name) == 0 || !d.parse(rest) {
			continue
		}
		if s := c.kind(d.name); s != nil {
			if name := c.outerName(s, d.name); name != "" {
				*s.add(name) = d
			}
		}
	}
}

// parse fills in the numbers of a line. Partitions of very old kernels have
// reads, sectors, writes and sectors only.
func (d *blockDevice) parse(numbers []byte) bool {
	n := fixed(d.numbers[:], numbers)
	switch {
	case n == 0:
		return false
	case n <= queueTicks:
		o := d.numbers
		d.numbers = [diskColumns]uint64{readIOs: o[0], readSectors: o[1], writeIOs: o[2], writeSectors: o[3]}
	case n <= discardTicks:
		clear(d.numbers[discardIOs:])
	case n <= flushTicks:
		clear(d.numbers[flushIOs:])
	}
	d.narrow()
	return true
}

// narrow cuts times, and requests in progress, to 32 bits, as the genuine
// agent has them.
func (d *blockDevice) narrow() {
	for _, col := range [...]int{readTicks, writeTicks, inFlight, ioTicks, queueTicks, discardTicks, flushTicks} {
		d.numbers[col] &= math.MaxUint32
	}
}

// diskAll supplies the sums over all disks.
func (d *diskstats) diskAll(r *pmda.Request) (libpcp.Atom, error) {
	if err := d.readDisks(r); err != nil {
		return libpcp.Atom{}, err
	}
	key := strings.TrimPrefix(r.Metric.Key, "all.")
	var sum uint64
	for i := range d.disks.things {
		sum += d.disks.things[i].named(key)
	}
	return whole(r, sum), nil
}

// disk supplies the values of one device.
func (c *diskstats) disk(r *pmda.Request, s *set[blockDevice]) (libpcp.Atom, error) {
	if err := c.readDisks(r); err != nil {
		return libpcp.Atom{}, err
	}
	d, err := s.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	switch r.Metric.Key {
	case "capacity":
		if s == &c.zrams {
			bytes, _ := c.number("/sys/block/" + d.name + "/disksize")
			return whole(r, bytes/1024), nil
		}
		return c.capacity(r, d.name)
	case "scheduler":
		return libpcp.StringAtom(c.scheduler(d.name)), nil
	case "ctlr":
		return c.controller(d.name)
	case "model":
		return c.model(d.name)
	case "scsi_id":
		return libpcp.StringAtom(cmp.Or(c.wwidOf(d.name), "unknown")), nil
	case "dmname", "mdname":
		return libpcp.StringAtom(d.name), nil
	default:
		return whole(r, d.named(r.Metric.Key)), nil
	}
}

// capacity supplies the size of a device.
func (d *diskstats) capacity(r *pmda.Request, device string) (libpcp.Atom, error) {
	n, ok := d.kilobytesOf(r, device)
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

// kilobytesOf is the size of a device in Kbyte, from /proc/partitions.
func (d *diskstats) kilobytesOf(r *pmda.Request, device string) (n uint64, ok bool) {
	text := d.partFile.of(r, &d.host, "/proc/partitions")
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

// scheduler is the one in brackets of those a disk could have.
func (d *diskstats) scheduler(device string) string {
	line, err := d.line("/sys/block/" + device + "/queue/scheduler")
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
	{Name: "disk.dev.read", Key: "read", Item: 4, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads completed by each disk"},
	{Name: "disk.dev.write", Key: "write", Item: 5, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, OneLine: "writes completed by each disk"},
	{Name: "disk.dev.total", Key: "total", Item: 28, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads and writes completed by each disk"},
	{Name: "disk.dev.blkread", Key: "blkread", Item: 6, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes read from each disk"},
	{Name: "disk.dev.blkwrite", Key: "blkwrite", Item: 7, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes written to each disk"},
	{Name: "disk.dev.blktotal", Key: "blktotal", Item: 36, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes read from and written to each disk"},
	{Name: "disk.dev.read_bytes", Key: "read_bytes", Item: 38, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data read from each disk"},
	{Name: "disk.dev.write_bytes", Key: "write_bytes", Item: 39, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data written to each disk"},
	{Name: "disk.dev.total_bytes", Key: "total_bytes", Item: 40, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data read from and written to each disk"},
	{Name: "disk.dev.read_merge", Key: "read_merge", Item: 49, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads merged with another before they went to each disk"},
	{Name: "disk.dev.write_merge", Key: "write_merge", Item: 50, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, OneLine: "writes merged with another before they went to each disk"},
	{Name: "disk.dev.avactive", Key: "avactive", Item: 46, Type: u32, InDom: diskInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time in which there was something to do for each disk", Help: "Its rate is the utilisation: 1000 milliseconds per second is a device that is never idle. Devices that do several things at once may be able to do more still."},
	{Name: "disk.dev.read_rawactive", Key: "read_rawactive", Item: 72, Type: u32, InDom: diskInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that reads took, added up, on each disk", Help: "Reads that take place at the same time are each counted in full."},
	{Name: "disk.dev.write_rawactive", Key: "write_rawactive", Item: 73, Type: u32, InDom: diskInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that writes took, added up, on each disk", Help: "Writes that take place at the same time are each counted in full."},
	{Name: "disk.dev.total_rawactive", Key: "total_rawactive", Item: 79, Type: u32, InDom: diskInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that reads and writes took, added up, on each disk"},
	{Name: "disk.dev.aveq", Key: "aveq", Item: 47, Type: u32, InDom: diskInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that requests have waited or been in progress, added up, on each disk", Help: "Its rate is the average length of the queue, when divided by 1000."},
	{Name: "disk.dev.scheduler", Key: "scheduler", Item: 59, Type: str, InDom: diskInDom, Sem: discrete, OneLine: "name of the scheduler of requests that each disk has"},
	{Name: "disk.dev.capacity", Key: "capacity", Item: 87, Type: u64, InDom: diskInDom, Sem: discrete, Units: libpcp.KByte, OneLine: "size of each disk"},
	{Name: "disk.dev.discard", Key: "discard", Item: 88, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, OneLine: "discards completed by each disk"},
	{Name: "disk.dev.blkdiscard", Key: "blkdiscard", Item: 89, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes discarded on each disk"},
	{Name: "disk.dev.discard_bytes", Key: "discard_bytes", Item: 90, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data discarded on each disk"},
	{Name: "disk.dev.discard_merge", Key: "discard_merge", Item: 91, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, OneLine: "discards merged with another before they went to each disk"},
	{Name: "disk.dev.discard_rawactive", Key: "discard_rawactive", Item: 92, Type: u32, InDom: diskInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that discards took, added up, on each disk"},
	{Name: "disk.dev.flush", Key: "flush", Item: 93, Type: u64, InDom: diskInDom, Sem: counter, Units: libpcp.Count, OneLine: "flushes completed by each disk"},
	{Name: "disk.dev.flush_rawactive", Key: "flush_rawactive", Item: 94, Type: u32, InDom: diskInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that flushes took, added up, on each disk"},
	{Name: "disk.dev.inflight", Key: "inflight", Item: 95, Type: u32, InDom: diskInDom, Sem: instant, OneLine: "requests in progress on each disk"},
	{Name: "disk.all.read", Key: "all.read", Item: 24, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "reads completed by all disks together"},
	{Name: "disk.all.write", Key: "all.write", Item: 25, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "writes completed by all disks together"},
	{Name: "disk.all.total", Key: "all.total", Item: 29, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "reads and writes completed by all disks together"},
	{Name: "disk.all.blkread", Key: "all.blkread", Item: 26, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes read from all disks together"},
	{Name: "disk.all.blkwrite", Key: "all.blkwrite", Item: 27, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes written to all disks together"},
	{Name: "disk.all.blktotal", Key: "all.blktotal", Item: 37, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes read from and written to all disks together"},
	{Name: "disk.all.read_bytes", Key: "all.read_bytes", Item: 41, Type: u64, Sem: counter, Units: libpcp.KByte, OneLine: "data read from all disks together"},
	{Name: "disk.all.write_bytes", Key: "all.write_bytes", Item: 42, Type: u64, Sem: counter, Units: libpcp.KByte, OneLine: "data written to all disks together"},
	{Name: "disk.all.total_bytes", Key: "all.total_bytes", Item: 43, Type: u64, Sem: counter, Units: libpcp.KByte, OneLine: "data read from and written to all disks together"},
	{Name: "disk.all.read_merge", Key: "all.read_merge", Item: 51, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "reads merged with another before they went to all disks together"},
	{Name: "disk.all.write_merge", Key: "all.write_merge", Item: 52, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "writes merged with another before they went to all disks together"},
	{Name: "disk.all.avactive", Key: "all.avactive", Item: 44, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time in which there was something to do for all disks together", Help: "Its rate is the utilisation: 1000 milliseconds per second is a device that is never idle. Devices that do several things at once may be able to do more still."},
	{Name: "disk.all.read_rawactive", Key: "all.read_rawactive", Item: 74, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time that reads took, added up, on all disks together", Help: "Reads that take place at the same time are each counted in full."},
	{Name: "disk.all.write_rawactive", Key: "all.write_rawactive", Item: 75, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time that writes took, added up, on all disks together", Help: "Writes that take place at the same time are each counted in full."},
	{Name: "disk.all.total_rawactive", Key: "all.total_rawactive", Item: 80, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time that reads and writes took, added up, on all disks together"},
	{Name: "disk.all.aveq", Key: "all.aveq", Item: 45, Type: u64, Sem: counter, Units: libpcp.Millisec, OneLine: "time that requests have waited or been in progress, added up, on all disks together", Help: "Its rate is the average length of the queue, when divided by 1000."},
	{Name: "disk.all.discard", Key: "all.discard", Item: 96, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "discards completed by all disks together"},
	{Name: "disk.all.blkdiscard", Key: "all.blkdiscard", Item: 97, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes discarded on all disks together"},
	{Name: "disk.all.discard_bytes", Key: "all.discard_bytes", Item: 98, Type: u64, Sem: counter, Units: libpcp.KByte, OneLine: "data discarded on all disks together"},
	{Name: "disk.all.discard_merge", Key: "all.discard_merge", Item: 99, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "discards merged with another before they went to all disks together"},
	{Name: "disk.all.discard_rawactive", Key: "all.discard_rawactive", Item: 100, Type: u32, Sem: counter, Units: libpcp.Millisec, OneLine: "time that discards took, added up, on all disks together"},
	{Name: "disk.all.flush", Key: "all.flush", Item: 101, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "flushes completed by all disks together"},
	{Name: "disk.all.flush_rawactive", Key: "all.flush_rawactive", Item: 102, Type: u32, Sem: counter, Units: libpcp.Millisec, OneLine: "time that flushes took, added up, on all disks together"},
	{Name: "disk.all.inflight", Key: "all.inflight", Item: 104, Type: u64, Sem: instant, OneLine: "requests in progress on all disks together"},
	{Name: "disk.partitions.read", Key: "read", Cluster: 10, Item: 0, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads completed by each partition"},
	{Name: "disk.partitions.write", Key: "write", Cluster: 10, Item: 1, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, OneLine: "writes completed by each partition"},
	{Name: "disk.partitions.total", Key: "total", Cluster: 10, Item: 2, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads and writes completed by each partition"},
	{Name: "disk.partitions.blkread", Key: "blkread", Cluster: 10, Item: 3, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes read from each partition"},
	{Name: "disk.partitions.blkwrite", Key: "blkwrite", Cluster: 10, Item: 4, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes written to each partition"},
	{Name: "disk.partitions.blktotal", Key: "blktotal", Cluster: 10, Item: 5, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes read from and written to each partition"},
	{Name: "disk.partitions.read_bytes", Key: "read_bytes", Cluster: 10, Item: 6, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data read from each partition"},
	{Name: "disk.partitions.write_bytes", Key: "write_bytes", Cluster: 10, Item: 7, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data written to each partition"},
	{Name: "disk.partitions.total_bytes", Key: "total_bytes", Cluster: 10, Item: 8, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data read from and written to each partition"},
	{Name: "disk.partitions.read_merge", Key: "read_merge", Cluster: 10, Item: 9, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads merged with another before they went to each partition"},
	{Name: "disk.partitions.write_merge", Key: "write_merge", Cluster: 10, Item: 10, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, OneLine: "writes merged with another before they went to each partition"},
	{Name: "disk.partitions.avactive", Key: "avactive", Cluster: 10, Item: 11, Type: u32, InDom: partitionInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time in which there was something to do for each partition", Help: "Its rate is the utilisation: 1000 milliseconds per second is a device that is never idle. Devices that do several things at once may be able to do more still."},
	{Name: "disk.partitions.aveq", Key: "aveq", Cluster: 10, Item: 12, Type: u32, InDom: partitionInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that requests have waited or been in progress, added up, on each partition", Help: "Its rate is the average length of the queue, when divided by 1000."},
	{Name: "disk.partitions.read_rawactive", Key: "read_rawactive", Cluster: 10, Item: 13, Type: u32, InDom: partitionInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that reads took, added up, on each partition", Help: "Reads that take place at the same time are each counted in full."},
	{Name: "disk.partitions.write_rawactive", Key: "write_rawactive", Cluster: 10, Item: 14, Type: u32, InDom: partitionInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that writes took, added up, on each partition", Help: "Writes that take place at the same time are each counted in full."},
	{Name: "disk.partitions.total_rawactive", Key: "total_rawactive", Cluster: 10, Item: 15, Type: u32, InDom: partitionInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that reads and writes took, added up, on each partition"},
	{Name: "disk.partitions.capacity", Key: "capacity", Cluster: 10, Item: 16, Type: u64, InDom: partitionInDom, Sem: discrete, Units: libpcp.KByte, OneLine: "size of each partition"},
	{Name: "disk.partitions.discard", Key: "discard", Cluster: 10, Item: 17, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, OneLine: "discards completed by each partition"},
	{Name: "disk.partitions.blkdiscard", Key: "blkdiscard", Cluster: 10, Item: 18, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes discarded on each partition"},
	{Name: "disk.partitions.discard_bytes", Key: "discard_bytes", Cluster: 10, Item: 19, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data discarded on each partition"},
	{Name: "disk.partitions.discard_merge", Key: "discard_merge", Cluster: 10, Item: 20, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, OneLine: "discards merged with another before they went to each partition"},
	{Name: "disk.partitions.discard_rawactive", Key: "discard_rawactive", Cluster: 10, Item: 21, Type: u32, InDom: partitionInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that discards took, added up, on each partition"},
	{Name: "disk.partitions.flush", Key: "flush", Cluster: 10, Item: 22, Type: u64, InDom: partitionInDom, Sem: counter, Units: libpcp.Count, OneLine: "flushes completed by each partition"},
	{Name: "disk.partitions.flush_rawactive", Key: "flush_rawactive", Cluster: 10, Item: 23, Type: u32, InDom: partitionInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that flushes took, added up, on each partition"},
	{Name: "disk.partitions.inflight", Key: "inflight", Cluster: 10, Item: 24, Type: u32, InDom: partitionInDom, Sem: instant, OneLine: "requests in progress on each partition"},
	{Name: "disk.dm.read", Key: "read", Cluster: 54, Item: 0, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads completed by each device of the device mapper"},
	{Name: "disk.dm.write", Key: "write", Cluster: 54, Item: 1, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, OneLine: "writes completed by each device of the device mapper"},
	{Name: "disk.dm.total", Key: "total", Cluster: 54, Item: 2, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads and writes completed by each device of the device mapper"},
	{Name: "disk.dm.blkread", Key: "blkread", Cluster: 54, Item: 3, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes read from each device of the device mapper"},
	{Name: "disk.dm.blkwrite", Key: "blkwrite", Cluster: 54, Item: 4, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes written to each device of the device mapper"},
	{Name: "disk.dm.blktotal", Key: "blktotal", Cluster: 54, Item: 5, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes read from and written to each device of the device mapper"},
	{Name: "disk.dm.read_bytes", Key: "read_bytes", Cluster: 54, Item: 6, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data read from each device of the device mapper"},
	{Name: "disk.dm.write_bytes", Key: "write_bytes", Cluster: 54, Item: 7, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data written to each device of the device mapper"},
	{Name: "disk.dm.total_bytes", Key: "total_bytes", Cluster: 54, Item: 8, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data read from and written to each device of the device mapper"},
	{Name: "disk.dm.read_merge", Key: "read_merge", Cluster: 54, Item: 9, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads merged with another before they went to each device of the device mapper"},
	{Name: "disk.dm.write_merge", Key: "write_merge", Cluster: 54, Item: 10, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, OneLine: "writes merged with another before they went to each device of the device mapper"},
	{Name: "disk.dm.avactive", Key: "avactive", Cluster: 54, Item: 11, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time in which there was something to do for each device of the device mapper", Help: "Its rate is the utilisation: 1000 milliseconds per second is a device that is never idle. Devices that do several things at once may be able to do more still."},
	{Name: "disk.dm.aveq", Key: "aveq", Cluster: 54, Item: 12, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that requests have waited or been in progress, added up, on each device of the device mapper", Help: "Its rate is the average length of the queue, when divided by 1000."},
	{Name: "disk.dm.read_rawactive", Key: "read_rawactive", Cluster: 54, Item: 14, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that reads took, added up, on each device of the device mapper", Help: "Reads that take place at the same time are each counted in full."},
	{Name: "disk.dm.write_rawactive", Key: "write_rawactive", Cluster: 54, Item: 15, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that writes took, added up, on each device of the device mapper", Help: "Writes that take place at the same time are each counted in full."},
	{Name: "disk.dm.total_rawactive", Key: "total_rawactive", Cluster: 54, Item: 16, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that reads and writes took, added up, on each device of the device mapper"},
	{Name: "disk.dm.capacity", Key: "capacity", Cluster: 54, Item: 17, Type: u64, InDom: dmInDom, Sem: discrete, Units: libpcp.KByte, OneLine: "size of each device of the device mapper"},
	{Name: "disk.dm.discard", Key: "discard", Cluster: 54, Item: 18, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, OneLine: "discards completed by each device of the device mapper"},
	{Name: "disk.dm.blkdiscard", Key: "blkdiscard", Cluster: 54, Item: 19, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes discarded on each device of the device mapper"},
	{Name: "disk.dm.discard_bytes", Key: "discard_bytes", Cluster: 54, Item: 20, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data discarded on each device of the device mapper"},
	{Name: "disk.dm.discard_merge", Key: "discard_merge", Cluster: 54, Item: 21, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, OneLine: "discards merged with another before they went to each device of the device mapper"},
	{Name: "disk.dm.discard_rawactive", Key: "discard_rawactive", Cluster: 54, Item: 22, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that discards took, added up, on each device of the device mapper"},
	{Name: "disk.dm.flush", Key: "flush", Cluster: 54, Item: 23, Type: u64, InDom: dmInDom, Sem: counter, Units: libpcp.Count, OneLine: "flushes completed by each device of the device mapper"},
	{Name: "disk.dm.flush_rawactive", Key: "flush_rawactive", Cluster: 54, Item: 24, Type: u32, InDom: dmInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that flushes took, added up, on each device of the device mapper"},
	{Name: "disk.dm.inflight", Key: "inflight", Cluster: 54, Item: 25, Type: u32, InDom: dmInDom, Sem: instant, OneLine: "requests in progress on each device of the device mapper"},
	{Name: "disk.md.read", Key: "read", Cluster: 59, Item: 0, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads completed by each md device"},
	{Name: "disk.md.write", Key: "write", Cluster: 59, Item: 1, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, OneLine: "writes completed by each md device"},
	{Name: "disk.md.total", Key: "total", Cluster: 59, Item: 2, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads and writes completed by each md device"},
	{Name: "disk.md.blkread", Key: "blkread", Cluster: 59, Item: 3, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes read from each md device"},
	{Name: "disk.md.blkwrite", Key: "blkwrite", Cluster: 59, Item: 4, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes written to each md device"},
	{Name: "disk.md.blktotal", Key: "blktotal", Cluster: 59, Item: 5, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes read from and written to each md device"},
	{Name: "disk.md.read_bytes", Key: "read_bytes", Cluster: 59, Item: 6, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data read from each md device"},
	{Name: "disk.md.write_bytes", Key: "write_bytes", Cluster: 59, Item: 7, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data written to each md device"},
	{Name: "disk.md.total_bytes", Key: "total_bytes", Cluster: 59, Item: 8, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data read from and written to each md device"},
	{Name: "disk.md.read_merge", Key: "read_merge", Cluster: 59, Item: 9, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads merged with another before they went to each md device"},
	{Name: "disk.md.write_merge", Key: "write_merge", Cluster: 59, Item: 10, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, OneLine: "writes merged with another before they went to each md device"},
	{Name: "disk.md.avactive", Key: "avactive", Cluster: 59, Item: 11, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time in which there was something to do for each md device", Help: "Its rate is the utilisation: 1000 milliseconds per second is a device that is never idle. Devices that do several things at once may be able to do more still."},
	{Name: "disk.md.aveq", Key: "aveq", Cluster: 59, Item: 12, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that requests have waited or been in progress, added up, on each md device", Help: "Its rate is the average length of the queue, when divided by 1000."},
	{Name: "disk.md.read_rawactive", Key: "read_rawactive", Cluster: 59, Item: 14, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that reads took, added up, on each md device", Help: "Reads that take place at the same time are each counted in full."},
	{Name: "disk.md.write_rawactive", Key: "write_rawactive", Cluster: 59, Item: 15, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that writes took, added up, on each md device", Help: "Writes that take place at the same time are each counted in full."},
	{Name: "disk.md.total_rawactive", Key: "total_rawactive", Cluster: 59, Item: 16, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that reads and writes took, added up, on each md device"},
	{Name: "disk.md.capacity", Key: "capacity", Cluster: 59, Item: 17, Type: u64, InDom: mdInDom, Sem: discrete, Units: libpcp.KByte, OneLine: "size of each md device"},
	{Name: "disk.md.discard", Key: "discard", Cluster: 59, Item: 18, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, OneLine: "discards completed by each md device"},
	{Name: "disk.md.blkdiscard", Key: "blkdiscard", Cluster: 59, Item: 19, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes discarded on each md device"},
	{Name: "disk.md.discard_bytes", Key: "discard_bytes", Cluster: 59, Item: 20, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data discarded on each md device"},
	{Name: "disk.md.discard_merge", Key: "discard_merge", Cluster: 59, Item: 21, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, OneLine: "discards merged with another before they went to each md device"},
	{Name: "disk.md.discard_rawactive", Key: "discard_rawactive", Cluster: 59, Item: 22, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that discards took, added up, on each md device"},
	{Name: "disk.md.flush", Key: "flush", Cluster: 59, Item: 23, Type: u64, InDom: mdInDom, Sem: counter, Units: libpcp.Count, OneLine: "flushes completed by each md device"},
	{Name: "disk.md.flush_rawactive", Key: "flush_rawactive", Cluster: 59, Item: 24, Type: u32, InDom: mdInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that flushes took, added up, on each md device"},
	{Name: "disk.md.inflight", Key: "inflight", Cluster: 59, Item: 25, Type: u32, InDom: mdInDom, Sem: instant, OneLine: "requests in progress on each md device"},
}
