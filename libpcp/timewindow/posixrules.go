package timewindow

import "pcptools/libpcp/internal/conf"

// posixRules makes up for the rules a TZ string such as "CET-1CEST" lacks, from
// the file posixrules, that is from New York's changes since 1883. glibc means to
// move them to the zone's own clock, but moves the wrong way: in this zone summer
// starts at 13:00 UTC, and ends at 8:00 UTC or, once glibc has read the same TZ
// again, at 6:00 UTC. After the last change in the file (2037) it does not even
// move the offsets. Programs agree about the time only by agreeing to this.
func posixRules(z posixZone, again bool, lookupEnv conf.Env) (zoneData, bool) {
	raw, err := readRegular(zonePath("posixrules", lookupEnv))
	if err != nil {
		return zoneData{}, false
	}
	data, ok := decodeZone(raw)
	if !ok || len(data.periods) < 2 {
		return zoneData{}, false
	}
	fromStandard := int64(z.standard.east) - int64(data.firstStandard())
	fromSaving := int64(z.saving.east)
	if again {
		fromSaving = 0
	}
	saving := false
	for i := range data.changes {
		c := &data.changes[i]
		switch {
		case c.ut:
		case saving && !c.standard:
			c.at += fromSaving
		default:
			c.at += fromStandard
		}
		saving = data.periods[c.period].saving
		c.period = 0
		if saving {
			c.period = 1
		}
	}
	data.periods, data.names = z.periods(), z.names()
	return data, true
}

// firstStandard returns the offset of the earliest change to standard time.
func (z *zoneData) firstStandard() (east int32) {
	for _, c := range z.changes {
		if p := z.periods[c.period]; !p.saving {
			return p.east
		}
	}
	return 0
}
