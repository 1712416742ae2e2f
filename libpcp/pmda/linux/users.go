package linux

import (
	"encoding/binary"
	"os"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
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

// users supplies how many have logged in.
func (m *machine) users(r *pmda.Request) (libpcp.Atom, error) {
	file, _ := os.ReadFile(utmpPath) // without one there are none
	s := countSessions(file)
	switch r.Metric.Key {
	case "users":
		return whole(r, s.users), nil
	case "roots":
		return whole(r, s.roots), nil
	}
	return whole(r, s.sessions), nil
}

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
	{Name: "kernel.all.nusers", Key: "users", Cluster: 25, Item: 0, Type: u32, Sem: instant, OneLine: "sessions of users that have logged in"},
	{Name: "kernel.all.nroots", Key: "roots", Cluster: 25, Item: 1, Type: u32, Sem: instant, OneLine: "sessions of root"},
	{Name: "kernel.all.nsessions", Key: "sessions", Cluster: 25, Item: 2, Type: u32, Sem: instant, OneLine: "records of sessions in utmp(5)"},
}
