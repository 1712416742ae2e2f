package linux

import (
	"encoding/binary"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// The records of utmp(5) as this agent needs them.
const (
	utmpPath   = "/var/run/utmp"
	utmpRecord = 384 // bytes
	utmpUser   = 44  // where the name stands …
	utmpName   = 32  // … and how long it is
	utmpLogin  = 7   // USER_PROCESS, in the first two bytes
)

// sessions are the counts of a utmp file.
type sessions struct{ users, roots, sessions uint64 }

// sessionCount is the source of one of the counts.
type sessionCount func(sessions) uint64

// Value counts afresh for each metric.
func (f sessionCount) Value(r *pmda.Request) (libpcp.Atom, error) {
	file, _ := pseudo.Read(nil, utmpPath, pseudo.MaxFile) // without a file all counts are 0
	return whole(r, f(countSessions(file))), nil
}

func (s sessions) ofUsers() uint64 { return s.users }
func (s sessions) ofRoot() uint64  { return s.roots }
func (s sessions) all() uint64     { return s.sessions }

func countSessions(file []byte) (s sessions) {
	for ; len(file) >= utmpRecord; file = file[utmpRecord:] {
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
