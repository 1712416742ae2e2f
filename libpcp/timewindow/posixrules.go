package timewindow

import (
	"encoding/binary"
	"regexp"
	"sync"
	"time"

	"pcptools/libpcp/internal/conf"
)

// withoutRules are names and offsets that lack the rules when to change clocks, such as
// PST8PDT, the zone of many old archives. The database has files for few of them.
var withoutRules = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^` + zoneName + zoneOffset + zoneName + `(` + zoneOffset + `)?$`)
})

// posixRules gives such a zone the changes of the file posixrules, which are those of
// New York, as glibc does. It moves them to the zone's own clock the wrong way, and so
// do programs with which ours agree about times.
func posixRules(zone *time.Location, lookupEnv conf.Env) *time.Location {
	york, ok := readZoneFile("posixrules", zonePath("posixrules", lookupEnv))
	if !ok {
		return zone
	}
	const yorkStandard = -5 * 60 * 60
	name, standard := time.Date(2020, 1, 1, 0, 0, 0, 0, zone).Zone()
	savingName, saving := time.Date(2020, 7, 1, 0, 0, 0, 0, zone).Zone()
	var times, indexes []byte
	before := false
	for at := time.Date(1883, 1, 1, 0, 0, 0, 0, york); ; {
		_, end := at.ZoneBounds()
		if end.IsZero() || end.Year() > 2037 {
			break
		}
		if !end.After(at) { // the last day of a leap year, where package time ends a period
			end = at.AddDate(0, 0, 1)
		}
		if at = end; at.IsDST() == before && len(times) > 0 {
			continue
		}
		before = at.IsDST()
		move, index := saving, byte(0)
		if before {
			move, index = standard-yorkStandard, 1
		}
		times = binary.BigEndian.AppendUint64(times, uint64(at.Unix()+int64(move)))
		indexes = append(indexes, index)
	}
	data := zoneFile(times, indexes, []period{{standard, false, name}, {saving, true, savingName}}, "")
	if moved, err := time.LoadLocationFromTZData(zone.String(), data); err == nil {
		return moved
	}
	return zone
}
