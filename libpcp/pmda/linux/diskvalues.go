package linux

// named is the number with the name that it has in metrics.
func (d *blockDevice) named(name string) uint64 {
	n := &d.numbers
	switch name {
	case "read":
		return n[readIOs]
	case "write":
		return n[writeIOs]
	case "total":
		return n[readIOs] + n[writeIOs]
	case "blkread":
		return n[readSectors]
	case "blkwrite":
		return n[writeSectors]
	case "blktotal":
		return n[readSectors] + n[writeSectors]
	case "read_bytes":
		return n[readSectors] / 2
	case "write_bytes":
		return n[writeSectors] / 2
	case "total_bytes":
		return (n[readSectors] + n[writeSectors]) / 2
	case "read_merge":
		return n[readMerges]
	case "write_merge":
		return n[writeMerges]
	}
	return d.rarer(name)
}

func (d *blockDevice) rarer(name string) uint64 {
	n := &d.numbers
	switch name {
	case "avactive":
		return n[ioTicks]
	case "aveq":
		return n[queueTicks]
	case "read_rawactive":
		return n[readTicks]
	case "write_rawactive":
		return n[writeTicks]
	case "total_rawactive":
		return n[readTicks] + n[writeTicks]
	case "inflight":
		return n[inFlight]
	case "discard":
		return n[discardIOs]
	case "blkdiscard":
		return n[discardSectors]
	case "discard_bytes":
		return n[discardSectors] / 2
	case "discard_merge":
		return n[discardMerges]
	case "discard_rawactive":
		return n[discardTicks]
	case "flush":
		return n[flushIOs]
	case "flush_rawactive":
		return n[flushTicks]
	}
	return 0
}
