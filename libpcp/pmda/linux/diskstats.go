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
func (d *diskstats) diskAll(r *pmda.Request, name string) (libpcp.Atom, error) {
	if err := d.readDisks(r); err != nil {
		return libpcp.Atom{}, err
	}
	var sum uint64
	for i := range d.disks.things {
		sum += d.disks.things[i].named(name)
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
	switch name := r.Metric.Name[strings.LastIndexByte(r.Metric.Name, '.')+1:]; name {
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
		return whole(r, d.named(name)), nil
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
