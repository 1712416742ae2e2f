package linux

import (
	"encoding/binary"
	"runtime"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// The records of utmp(5) as this agent needs them.
const (
	utmpPath  = "/var/run/utmp"
	utmpUser  = 44 // where the name stands …
	utmpName  = 32 // … and how long it is
	utmpLogin = 7  // USER_PROCESS, in the first two bytes
)

// utmpRecord is the size of a record: most processors have the times of their 32-bit
// relatives, __WORDSIZE_TIME64_COMPAT32 of glibc.
func utmpRecord(arch string) int {
	switch arch {
	case "arm64", "loong64", "s390x":
		return 400
	}
	return 384
}

// sessions are the counts of a utmp file.
type sessions struct{ users, roots, sessions uint64 }

// sessionCount is the source of one of the counts.
type sessionCount func(sessions) uint64

// Value counts afresh for each metric.
func (f sessionCount) Value(r *pmda.Request) (libpcp.Atom, error) {
	file, _ := pseudo.Read(nil, utmpPath, pseudo.MaxFile) // without a file all counts are 0
	return whole(r, f(countSessions(file, utmpRecord(runtime.GOARCH)))), nil
}

func (s sessions) ofUsers() uint64 { return s.users }
func (s sessions) ofRoot() uint64  { return s.roots }
func (s sessions) all() uint64     { return s.sessions }

func countSessions(file []byte, size int) (s sessions) {
	for ; len(file) >= size; file = file[size:] {
		s.sessions++
		name, _, _ := strings.Cut(string(file[utmpUser:utmpUser+utmpName]), "\x00")
		if binary.NativeEndian.Uint16(file) != utmpLogin || name == "" {
			continue
		}
		s.users++
		if name == "root" {
			s.roots++
		}
	}
	return s
}

var usersMetrics = []pmda.Metric{
	{Name: "kernel.all.nusers", Cluster: 25, Item: 0, Type: u32, Sem: instant, Source: sessionCount(sessions.ofUsers), OneLine: "sessions of users that have logged in"},
	{Name: "kernel.all.nroots", Cluster: 25, Item: 1, Type: u32, Sem: instant, Source: sessionCount(sessions.ofRoot), OneLine: "sessions of root"},
	{Name: "kernel.all.nsessions", Cluster: 25, Item: 2, Type: u32, Sem: instant, Source: sessionCount(sessions.all), OneLine: "records of sessions in utmp(5)"},
}
