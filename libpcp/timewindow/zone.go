package timewindow

import (
	"encoding/binary"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
)

// LocalZone returns the zone of this process, which the environment variable TZ
// names, or else the machine's. Unlike [time.Local] it understands every TZ
// that C programs do. LookupEnv looks up variables; nil is os.LookupEnv.
func LocalZone(lookupEnv func(name string) (value string, ok bool)) *time.Location {
	tz, ok := conf.Env(lookupEnv).Var("TZ")
	if !ok {
		return localtimeFile()
	}
	dir, _ := conf.Env(lookupEnv).Var("TZDIR")
	last := lastLocal.Load()
	if last == nil || last.tz != tz || last.dir != dir {
		last = &namedZone{tz, dir, Zone(tz, lookupEnv)}
		lastLocal.Store(last)
	}
	return last.zone
}

// namedZone is a zone of the variables TZ and TZDIR.
type namedZone struct {
	tz, dir string
	zone    *time.Location
}

// lastLocal is what LocalZone returned last; reading the file takes long.
var lastLocal atomic.Pointer[namedZone]

// localtimeFile is the zone of the machine when the process first asks for it.
var localtimeFile = sync.OnceValue(func() *time.Location {
	if zone, ok := readZoneFile("Local", "/etc/localtime"); ok {
		return zone
	}
	return time.UTC
})

// ReportingZone returns the zone of a -Z option, or of an archive label, as
// pmNewZone(3) does: like [Zone], except that a name of three letters, such as
// EST, is UTC by another name.
func ReportingZone(tz string, lookupEnv func(name string) (value string, ok bool)) *time.Location {
	return Zone(ReportingName(tz), lookupEnv)
}

// ReportingName returns the text for which [Zone] returns the zone that
// [ReportingZone] returns for tz.
func ReportingName(tz string) string {
	if len(tz) == 3 {
		return tz + "+0"
	}
	return tz
}

// CheckZone returns syscall.EINVAL for what newer releases of PCP do not
// accept as a zone (pmNewZone(3)): an empty one, an absolute path, one with
// "..", and other characters than ASCII letters, digits and /_+-.:,"'. The
// other functions of this package do not call it.
func CheckZone(tz string) error {
	if tz == "" || tz[0] == '/' || strings.Contains(tz, "..") {
		return syscall.EINVAL
	}
	for _, c := range []byte(tz) {
		letter := 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
		if !letter && (c < '0' || c > '9') && !strings.ContainsRune(`/_+-.:,"'`, rune(c)) {
			return syscall.EINVAL
		}
	}
	return nil
}

// Known reports whether tz, as a value of TZ, is a zone: a file of the zone
// database, or rules. [Zone] takes anything else for UTC, as C programs do.
func Known(tz string, lookupEnv func(name string) (value string, ok bool)) bool {
	name := strings.TrimPrefix(tz, ":")
	if _, ok := readZoneFile(tz, zonePath(name, lookupEnv)); ok && name != "" {
		return true
	}
	return name == "UTC" || name == "GMT" || rulesPattern().MatchString(name)
}

const (
	zoneName   = `([A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)`
	zoneOffset = `[+-]?[0-9]+(:[0-9]+){0,2}`
)

// rulesPattern is what stands before the rules when to change clocks. In tzset the name
// of summer time may lack the three letters that a name needs.
var rulesPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^` + zoneName + zoneOffset + `(([A-Za-z]{3,}|<[A-Za-z0-9+-]*>)(` + zoneOffset + `)?)?(,|$)`)
})

// Zone returns the zone that tz stands for as a value of TZ, see tzset(3): a
// file of the zone database, optionally after a colon, or rules such as
// "EST5EDT,M3.2.0,M11.1.0"; where those lack when to change clocks, the file
// posixrules has it, or else the rules of the United States. Anything else is UTC.
//
// The database is in the directory that the variable TZDIR names, or
// /usr/share/zoneinfo; lookupEnv looks it up, nil is os.LookupEnv. Leap seconds
// (of directory right) are not counted.
func Zone(tz string, lookupEnv func(name string) (value string, ok bool)) *time.Location {
	name := strings.TrimPrefix(tz, ":")
	if name == "" {
		return time.UTC
	}
	if zone, ok := readZoneFile(tz, zonePath(name, lookupEnv)); ok {
		return zone
	}
	zone := ruledZone(tz, name)
	if withoutRules().MatchString(name) {
		zone = posixRules(zone, lookupEnv)
	}
	return zone
}

// ruledZone returns a zone that rules describe. Package time reads them as the last
// line of a file of the zone database (tzfile(5)); what it cannot read is UTC, under
// the name that the rules begin with.
func ruledZone(tz, rules string) *time.Location {
	name := leadingLetters(rules)
	if len(name) < 3 {
		name = ""
	}
	if !rulesPattern().MatchString(rules) {
		return time.FixedZone(name, 0)
	}
	name = name[:min(len(name), 100)]
	atFirst := []byte{0x80, 0, 0, 0, 0, 0, 0, 0}
	offsets, changes := rules, ""
	if i := strings.IndexByte(rules, ','); i >= 0 {
		offsets, changes = rules[:i], rules[i:]
	}
	rules = offsetParts().ReplaceAllStringFunc(offsets, withinDay) + changes
	data := zoneFile(atFirst, []byte{0}, []period{{0, false, name}}, rules)
	zone, err := time.LoadLocationFromTZData(tz, data)
	if err != nil {
		return time.UTC
	}
	return zone
}

// offsetParts are hours, and what also has digits: names in < >, minutes and seconds.
var offsetParts = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<[^>]*>|:[0-9]*|[0-9]+`)
})

// withinDay makes more than 24 hours 24, as glibc does. Package time takes a week.
func withinDay(part string) string {
	if hours, err := strconv.Atoi(part); err == nil && hours > 24 {
		return "24"
	}
	return part
}

// A period is one offset of a zone, in seconds east of UTC.
type period struct {
	offset int
	saving bool
	name   string
}

// zoneFile returns a file of the zone database, tzfile(5). The times of changes have
// 64 bits each, the indexes tell which period begins then, and rules go on from the last.
func zoneFile(times, indexes []byte, periods []period, rules string) []byte {
	names := ""
	var types []byte
	for _, p := range periods {
		types = append(binary.BigEndian.AppendUint32(types, uint32(p.offset)), 0, byte(len(names)))
		if p.saving {
			types[len(types)-2] = 1
		}
		names += p.name + "\x00"
	}
	const header = "TZif2\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	data := append([]byte(header), make([]byte, 6*4)...) // of 32-bit times: none
	data = append(data, header...)
	for _, count := range [...]int{0, 0, 0, len(indexes), len(periods), len(names)} {
		data = binary.BigEndian.AppendUint32(data, uint32(count))
	}
	return slices.Concat(data, times, indexes, types, []byte(names+"\n"+rules+"\n"))
}

// zonePath returns the path of a file of the zone database.
func zonePath(name string, lookupEnv conf.Env) string {
	if filepath.IsAbs(name) {
		return name
	}
	dir, _ := lookupEnv.Var("TZDIR")
	if dir == "" {
		dir = "/usr/share/zoneinfo"
	}
	return dir + "/" + name
}

// maxZone is more than a file of a zone has: the path is the user's.
const maxZone = 1 << 20

func readZoneFile(name, path string) (*time.Location, bool) {
	data, err := access.ReadFile(path, maxZone)
	if err != nil {
		return nil, false
	}
	zone, err := time.LoadLocationFromTZData(name, data)
	return zone, err == nil
}
