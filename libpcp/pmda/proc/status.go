package proc

import (
	"bytes"
	"strings"

	"pcptools/libpcp"
)

// keyed are the lines "Key:	rest" of /proc/PID/status or a file like it.
type keyed []keyedLine

type keyedLine struct{ key, rest []byte }

// maxLines is more than a file about a process has.
const maxLines = 4096

// appendKeyed appends the lines of a text, maxLines at most.
func appendKeyed(dst keyed, text []byte) keyed {
	for most := len(dst) + maxLines; len(text) > 0 && len(dst) < most; {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		if key, rest, ok := bytes.Cut(line, []byte(":")); ok {
			dst = append(dst, keyedLine{key, rest})
		}
	}
	return dst
}

// line returns the rest of the first line with a key, without blanks around it, or
// nil.
func (k keyed) line(key string) []byte {
	for i := range k {
		if len(k[i].key) == len(key) && string(k[i].key) == key {
			return bytes.TrimSpace(k[i].rest)
		}
	}
	return nil
}

// kilobytes is the number of a line "VmSize:	    1234 kB", or 0.
func (k keyed) kilobytes(key string) uint64 { return parseNumber(fieldOf(k.line(key), 0)) }

// sum adds the numbers of all lines with a key.
func (k keyed) sum(key string) (n uint64) {
	for i := range k {
		if string(k[i].key) == key {
			n += parseNumber(fieldOf(k[i].rest, 0))
		}
	}
	return n
}

// owner is one of the four numbers of a line, or 0: real, effective, saved and
// of the file system.
func (k keyed) owner(key string, which int) uint64 { return parseNumber(fieldOf(k.line(key), which)) }

// fieldOf returns a field of a text, empty if the text has fewer fields.
func fieldOf(text []byte, which int) []byte {
	for field := range bytes.FieldsSeq(text) {
		if which == 0 {
			return field
		}
		which--
	}
	return nil
}

// keyed returns the lines of one of the process's files.
func (p *process) keyed(name string) (keyed, error) {
	if f := p.find(name); f != nil && f.lines != nil {
		return f.lines, nil
	}
	text, err := p.text(name)
	if err != nil {
		return nil, err
	}
	start := len(p.lines)
	p.lines = appendKeyed(p.lines, text)
	lines := p.lines[start:len(p.lines):len(p.lines)]
	if lines == nil {
		lines = keyed{} // so that the text is not parsed again
	}
	p.find(name).lines = lines
	return lines, nil
}

// status supplies the values from /proc/PID/status.
func (a *agent) status(p *process, r *row) (libpcp.Atom, error) {
	lines, err := p.keyed("status")
	if err != nil {
		return libpcp.Atom{}, err
	}
	switch r.item {
	case 0, 1, 2, 3, 4: // uid, euid, suid, fsuid; and gid, which is the uid in PCP, up to 7.2.2
		if r.item == 4 {
			return number(r, lines.owner("Uid", 0)), nil
		}
		return number(r, lines.owner("Uid", int(r.item))), nil
	case 5, 6, 7:
		return number(r, lines.owner("Gid", int(r.item-4))), nil
	case 8, 9, 10, 11:
		return libpcp.StringAtom(a.user(uint32(lines.owner("Uid", int(r.item-8))))), nil
	case 12, 13, 14, 15:
		return libpcp.StringAtom(a.group(uint32(lines.owner("Gid", int(r.item-12))))), nil
	case 43: // vmreal
		return number(r, lines.kilobytes("VmRSS")+lines.kilobytes("VmSwap")), nil
	case 44: // vmnonlib
		used, lib := lines.kilobytes("VmRSS")+lines.kilobytes("VmSwap"), lines.kilobytes("VmLib")
		return number(r, used-min(used, lib)), nil
	}
	line := lines.line(r.key)
	switch {
	case line == nil && optional(r):
		return libpcp.Atom{}, libpcp.ErrAppVersion
	case r.kind == libpcp.TypeString && strings.HasPrefix(r.key, "NS"):
		return libpcp.StringAtom(strings.Join(strings.Fields(string(line)), ",")), nil
	case r.kind == libpcp.TypeString:
		return text(line), nil
	}
	return number(r, parseNumber(fieldOf(line, 0))), nil
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
