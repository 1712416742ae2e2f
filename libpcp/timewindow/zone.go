package timewindow

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

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
	return Zone(tz, lookupEnv)
}

// The zone of a machine has a name of Go's, which is that of no file.
const localName, localPath = "Local", "/etc/localtime"

func localtimeFile() *time.Location {
	zone, ok := readZoneFile(localName, localPath)
	if !ok {
		return time.UTC
	}
	return zone
}

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
	var s posixScanner
	s.text = name
	_, named := s.name()
	return named && (s.startsOffset() || name == "UTC" || name == "GMT")
}

// Zone returns the zone that tz stands for as a value of TZ, see tzset(3): a
// file of the zone database, optionally after a colon, or rules such as
// "EST5EDT,M3.2.0,M11.1.0". Anything else is UTC.
//
// The database is in the directory that the variable TZDIR names, or
// /usr/share/zoneinfo; lookupEnv looks it up, nil is os.LookupEnv. In zones
// that count leap seconds (directory right), a leap second is shown as the
// second before it.
func Zone(tz string, lookupEnv func(name string) (value string, ok bool)) *time.Location {
	name := strings.TrimPrefix(tz, ":")
	if name == "" {
		return time.UTC
	}
	if zone, ok := readZoneFile(tz, zonePath(name, lookupEnv)); ok {
		return zone
	}
	return parsePosixZone(name).location(tz, false, lookupEnv)
}

// Reread returns a zone of [Zone] as C programs have it that have read its TZ
// again, which mktime(3) does: where TZ lacks the rules when to change clocks,
// summer then ends at another hour.
func Reread(zone *time.Location, lookupEnv func(name string) (value string, ok bool)) *time.Location {
	tz := zone.String()
	name := strings.TrimPrefix(tz, ":")
	rules := parsePosixZone(name)
	if !rules.rulesMissing {
		return zone
	}
	if _, ok := readZoneFile(tz, zonePath(name, lookupEnv)); ok {
		return zone
	}
	return rules.location(tz, true, lookupEnv)
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

func readZoneFile(name, path string) (*time.Location, bool) {
	data, err := readRegular(path)
	if err != nil {
		return nil, false
	}
	if z, ok := decodeZone(data); ok && z.countsLeaps() {
		z = z.withLeaps()
		data = z.encode()
	}
	zone, err := time.LoadLocationFromTZData(name, data)
	return zone, err == nil
}

// leapSeconds returns how many leap seconds a zone of [LocalZone] or [Zone] counts
// until t.
func leapSeconds(zone *time.Location, t time.Time, lookupEnv conf.Env) int64 {
	path := localPath
	if name := zone.String(); name != localName {
		path = zonePath(strings.TrimPrefix(name, ":"), lookupEnv)
	}
	data, err := readRegular(path)
	if err != nil {
		return 0
	}
	z, ok := decodeZone(data)
	if !ok || !z.countsLeaps() {
		return 0
	}
	return z.leapsUntil(t.Unix())
}

// readRegular reads a file if it is a regular one, and no more of it than a zone
// can take: the path is the user's.
func readRegular(path string) ([]byte, error) {
	const limit = 1 << 20
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, os.ErrInvalid
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}
