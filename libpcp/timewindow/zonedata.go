package timewindow

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"time"
)

// zoneData is a zone in the form of a file, see tzfile(5): the changes of the
// past, and a TZ string for the future.
//
//	header     "TZif" '2', 15 zero bytes, six 32-bit counts: UT flags,
//	           standard flags, leap seconds, changes, periods, name bytes
//	body       as the counts say; in version 2 there is a second header and
//	           body, which has 64-bit times and is the one to read
//	footer     newline, TZ string, newline
//
// All numbers are big-endian.
type zoneData struct {
	changes []zoneChange
	periods []zonePeriod
	names   string // each ends with a zero byte
	leaps   []zoneLeap
	footer  string
}

type zoneChange struct {
	at       int64 // Unix time
	period   uint8 // index of the period that begins
	standard bool  // the rule for it is in standard time
	ut       bool  // the rule for it is in universal time
}

type zonePeriod struct {
	east   int32
	saving bool
	name   uint8 // where it begins in names
}

// A zoneLeap is a leap second, of zones that count them.
type zoneLeap struct {
	at    int64
	total int32 // seconds inserted up to then, this one included
}

// zoneCounts are the counts of a header, in the file's order.
type zoneCounts struct{ ut, standard, leaps, changes, periods, names uint32 }

func (n *zoneCounts) bodySize(timeSize uint64) uint64 {
	return uint64(n.changes)*(timeSize+1) + uint64(n.periods)*6 + uint64(n.names) +
		uint64(n.leaps)*(timeSize+4) + uint64(n.standard) + uint64(n.ut)
}

func (n zoneCounts) append(dst []byte) []byte {
	dst = append(dst, "TZif2\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
	for _, count := range [...]uint32{n.ut, n.standard, n.leaps, n.changes, n.periods, n.names} {
		dst = binary.BigEndian.AppendUint32(dst, count)
	}
	return dst
}

func (z *zoneData) location(name string) *time.Location {
	zone, err := time.LoadLocationFromTZData(name, z.encode())
	if err != nil {
		return time.UTC
	}
	return zone
}

// encode writes a version 2 file. Its first body is empty: nobody reads it.
func (z *zoneData) encode() []byte {
	b := zoneCounts{}.append(nil)
	b = zoneCounts{
		changes: uint32(len(z.changes)), periods: uint32(len(z.periods)), names: uint32(len(z.names)),
	}.append(b)
	for _, c := range z.changes {
		b = binary.BigEndian.AppendUint64(b, uint64(c.at))
	}
	for _, c := range z.changes {
		b = append(b, c.period)
	}
	for _, p := range z.periods {
		b = binary.BigEndian.AppendUint32(b, uint32(p.east))
		saving := byte(0)
		if p.saving {
			saving = 1
		}
		b = append(b, saving, p.name)
	}
	b = append(b, z.names...)
	return append(b, "\n"+z.footer+"\n"...)
}

// countsLeaps reports whether the zone counts leap seconds.
func (z *zoneData) countsLeaps() bool { return len(z.leaps) > 0 && z.footer == "" }

// leapsUntil returns the leap seconds that the zone has inserted at a Unix time.
func (z *zoneData) leapsUntil(sec int64) int64 {
	var total int32
	for _, l := range z.leaps {
		if l.at > sec {
			break
		}
		total = l.total
	}
	return int64(total)
}

// withLeaps returns the zone with a change of its offset at each leap second, for
// package time, which does not count them. A zone with more than that can hold
// is returned as it is.
func (z zoneData) withLeaps() zoneData {
	type corrected struct {
		period uint8
		total  int32
	}
	counted := zoneData{periods: slices.Clone(z.periods), names: z.names, footer: z.footer}
	index := make(map[corrected]uint8)
	for i := range z.periods {
		index[corrected{period: uint8(i)}] = uint8(i)
	}
	changes, leaps, now := z.changes, z.leaps, corrected{}
	for len(changes)+len(leaps) > 0 {
		c := zoneChange{at: math.MaxInt64}
		if len(leaps) == 0 || len(changes) > 0 && changes[0].at <= leaps[0].at {
			c, changes = changes[0], changes[1:]
			now.period = c.period
		} else {
			c.at, now.total, leaps = leaps[0].at, leaps[0].total, leaps[1:]
		}
		at, ok := index[now]
		if !ok {
			if len(counted.periods) > math.MaxUint8 {
				return z
			}
			p := z.periods[now.period]
			p.east -= now.total
			at = uint8(len(counted.periods))
			index[now], counted.periods = at, append(counted.periods, p)
		}
		c.period = at
		counted.changes = append(counted.changes, c)
	}
	return counted
}

// decodeZone reads a file of version 2 or later.
func decodeZone(data []byte) (zoneData, bool) {
	counts, body, ok := decodeZoneHeader(data)
	if ok {
		counts, body, ok = decodeZoneHeader(body[min(counts.bodySize(4), uint64(len(body))):])
	}
	if !ok || counts.bodySize(8) > uint64(len(body)) {
		return zoneData{}, false
	}
	cut := func(n uint32, size int) []byte {
		part := body[:int(n)*size]
		body = body[len(part):]
		return part
	}
	times, kinds := cut(counts.changes, 8), cut(counts.changes, 1)
	periods := cut(counts.periods, 6)
	names, leaps := cut(counts.names, 1), cut(counts.leaps, 12)
	standard, ut := cut(counts.standard, 1), cut(counts.ut, 1)

	z := zoneData{names: string(names), footer: strings.Trim(string(body), "\n")}
	for i := range int(counts.periods) {
		p := periods[6*i:]
		z.periods = append(z.periods, zonePeriod{int32(binary.BigEndian.Uint32(p)), p[4] != 0, p[5]})
	}
	for i := range int(counts.leaps) {
		l := leaps[12*i:]
		z.leaps = append(z.leaps, zoneLeap{int64(binary.BigEndian.Uint64(l)), int32(binary.BigEndian.Uint32(l[8:]))})
	}
	for i, kind := range kinds {
		if int(kind) >= len(z.periods) {
			return zoneData{}, false
		}
		z.changes = append(z.changes, zoneChange{
			at:       int64(binary.BigEndian.Uint64(times[8*i:])),
			period:   kind,
			standard: int(kind) < len(standard) && standard[kind] != 0,
			ut:       int(kind) < len(ut) && ut[kind] != 0,
		})
	}
	return z, true
}

func decodeZoneHeader(data []byte) (n zoneCounts, body []byte, ok bool) {
	const countsAt, bodyAt = 20, 44
	if len(data) < bodyAt || !bytes.HasPrefix(data, []byte("TZif")) || data[4] < '2' {
		return n, nil, false
	}
	for i, count := range [...]*uint32{&n.ut, &n.standard, &n.leaps, &n.changes, &n.periods, &n.names} {
		*count = binary.BigEndian.Uint32(data[countsAt+4*i:])
	}
	return n, data[bodyAt:], true
}
