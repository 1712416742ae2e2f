package proc

import (
	"bytes"
	"strconv"
	"strings"
	"sync"

	"pcptools/libpcp/internal/nss"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// owners are the names of users and groups, from /etc/passwd and /etc/group or from
// other name services of the host.
type owners struct {
	usersRead, groupsRead sync.Once
	users, groups         map[uint32]string
}

// user returns the name of a user, or "".
func (o *owners) user(id uint32) string {
	o.usersRead.Do(func() { o.users = readOwners("/etc/passwd") })
	if name, ok := o.users[id]; ok {
		return name
	}
	return nss.Host.User(id)
}

// group returns the name of a group, or "".
func (o *owners) group(id uint32) string {
	o.groupsRead.Do(func() { o.groups = readOwners("/etc/group") })
	if name, ok := o.groups[id]; ok {
		return name
	}
	return nss.Host.Group(id)
}

// readOwners reads lines "name:password:number:…".
func readOwners(path string) map[uint32]string {
	names := make(map[uint32]string)
	for line := range bytes.Lines(read(path, pseudo.MaxFile)) {
		fields := strings.SplitN(string(line), ":", 4)
		if len(fields) < 3 {
			continue
		}
		id, err := strconv.ParseUint(strings.TrimSpace(fields[2]), 10, 32)
		if _, taken := names[uint32(id)]; err == nil && !taken {
			names[uint32(id)] = fields[0]
		}
	}
	return names
}

// terminals are the names of character devices by number, found in /dev when
// first asked for.
type terminals struct {
	found sync.Once
	names map[uint64][]byte
}

// name is the name of a terminal below /dev, or "?". The number is the device
// number in /proc/PID/stat: the upper bits of the minor number stand above the
// major number.
func (t *terminals) name(device uint64) []byte {
	if device == 0 {
		return noName
	}
	major, minor := device>>8&0xfff, device&0xff|device>>12&0xfff00
	t.found.Do(func() {
		t.names = make(map[uint64][]byte)
		t.find("/dev/pts/", "pts/")
		t.find("/dev/", "")
	})
	if name, ok := t.names[major<<32|minor]; ok {
		return name
	}
	return noName
}
