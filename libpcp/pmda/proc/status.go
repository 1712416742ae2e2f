package proc

import (
	"bytes"
	"strings"

	"pcptools/libpcp"
)

// statusLine returns the rest of a line "Key:	rest" of /proc/PID/status or a
// file like it, without blanks around it; nil if there is none.
func statusLine(text []byte, key string) []byte {
	for len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		if len(line) > len(key) && line[len(key)] == ':' && string(line[:len(key)]) == key {
			return bytes.TrimSpace(line[len(key)+1:])
		}
	}
	return nil
}

// kilobytes is the number of a line "VmSize:	    1234 kB", or 0.
func kilobytes(text []byte, key string) uint64 {
	fields := bytes.Fields(statusLine(text, key))
	if len(fields) == 0 {
		return 0
	}
	return parseNumber(fields[0])
}

// status supplies what comes from /proc/PID/status.
func (a *agent) status(p *process, r *row) (libpcp.Atom, error) {
	text, err := p.text("status")
	if err != nil {
		return libpcp.Atom{}, err
	}
	switch r.item {
	case 0, 1, 2, 3, 4: // uid, euid, suid, fsuid; and gid, which is the uid in PCP, up to 7.2.2
		if r.item == 4 {
			return number(r, ownerNumber(text, "Uid", 0)), nil
		}
		return number(r, ownerNumber(text, "Uid", int(r.item))), nil
	case 5, 6, 7:
		return number(r, ownerNumber(text, "Gid", int(r.item-4))), nil
	case 8, 9, 10, 11:
		return libpcp.StringAtom(a.user(uint32(ownerNumber(text, "Uid", int(r.item-8))))), nil
	case 12, 13, 14, 15:
		return libpcp.StringAtom(a.group(uint32(ownerNumber(text, "Gid", int(r.item-12))))), nil
	case 43: // vmreal
		return number(r, kilobytes(text, "VmRSS")+kilobytes(text, "VmSwap")), nil
	case 44: // vmnonlib
		used, lib := kilobytes(text, "VmRSS")+kilobytes(text, "VmSwap"), kilobytes(text, "VmLib")
		return number(r, used-min(used, lib)), nil
	}
	line := statusLine(text, r.key)
	switch {
	case line == nil && optional(r):
		return libpcp.Atom{}, libpcp.ErrAppVersion
	case r.kind == libpcp.TypeString && strings.HasPrefix(r.key, "NS"):
		return libpcp.StringAtom(strings.Join(strings.Fields(string(line)), ",")), nil
	case r.kind == libpcp.TypeString:
		return libpcp.StringAtom(string(line)), nil
	}
	return number(r, kilobytes(text, r.key)), nil
}

// optional reports whether a metric has no value where its line is missing, as
// older kernels have it; others are then 0 or empty.
func optional(r *row) bool {
	switch r.key {
	case "Tgid", "Ngid", "Cpus_allowed_list", "envID":
		return true
	}
	return strings.HasPrefix(r.key, "NS")
}

// ownerNumber is one of the four numbers of a line: real, effective, saved and
// of the file system.
func ownerNumber(text []byte, key string, which int) uint64 {
	fields := bytes.Fields(statusLine(text, key))
	if which >= len(fields) {
		return 0
	}
	return parseNumber(fields[which])
}
