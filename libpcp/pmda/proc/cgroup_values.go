package proc

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// appendGroups appends the metrics of control groups.
func (a *agent) appendGroups(all []pmda.Metric) []pmda.Metric {
	all = append(all, a.subsysMetrics()...)
	for _, g := range groupRows() {
		all = append(all, pmda.Metric{
			Name: "cgroup." + g.name, Cluster: g.cluster, Item: g.item, Type: g.kind,
			InDom: g.indom, Sem: g.sem, Units: g.units, OneLine: g.oneLine + ", of each control group",
			Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) { return a.groupValue(r, &g) },
		})
	}
	return all
}

// groupValue supplies the value of a row for the group, or part of one, r.Inst.
func (a *agent) groupValue(r *pmda.Request, g *groupRow) (libpcp.Atom, error) {
	dir, part, err := a.groupDir(r, g.indom)
	if err != nil {
		return libpcp.Atom{}, err
	}
	if g.file == "" {
		name, _ := a.groups.sets[g.indom].cache.Name(r.Inst)
		return libpcp.StringAtom(containerOf(name)), nil
	}
	text := read(dir+"/"+g.file, maxGroupFile)
	switch {
	case g.kind == libpcp.TypeString && version2Alone(a.mountList(r)): // so it is in PCP
		return libpcp.StringAtom(""), nil
	case g.kind == libpcp.TypeString:
		line, _, _ := bytes.Cut(text, []byte("\n"))
		return libpcp.StringAtom(string(line)), nil
	case strings.HasSuffix(g.file, ".pressure"):
		return pressure(text, g)
	case g.indom == groupCPUInDom:
		at, _ := strconv.Atoi(strings.TrimPrefix(part, "cpu"))
		return nth(text, at)
	case g.indom == groupDeviceInDom:
		return ioStat(text, a.disks(r).numbers[part], g.key)
	case g.indom == blkioDeviceInDom:
		return libpcp.Uint64Atom(blkioScaled(g, a.blkio(r, text, a.disks(r).numbers[part], g.key))), nil
	case g.indom == blkioInDom:
		return libpcp.Uint64Atom(blkioScaled(g, a.blkio(r, text, "", g.key))), nil
	case g.key == "":
		return single(text, g)
	}
	return numberOfLine(text, g)
}

// groupDir is the directory of r.Inst, and its part if it is one.
func (a *agent) groupDir(r *pmda.Request, indom *pmda.InDom) (dir, part string, err error) {
	set := a.groups.sets[indom]
	if p := a.groups.parts[indom]; p != nil {
		set = p
	}
	if set == nil {
		return "", "", pmda.NoValue
	}
	dir, ok := set.dirs[r.Inst]
	if !ok {
		return "", "", pmda.NoValue
	}
	dir, part, _ = strings.Cut(dir, "\x00")
	return dir, part, nil
}

// single supplies the number that a file consists of.
func single(text []byte, g *groupRow) (libpcp.Atom, error) {
	if text == nil && g.kind == libpcp.Type64 {
		return libpcp.Int64Atom(-int64(syscall.ENOENT)), nil // so it is in PCP
	}
	word := bytes.TrimSpace(text)
	n, err := strconv.ParseUint(string(word), 10, 64)
	if err != nil || n == math.MaxUint64 { // none, "max", or a quota of -1: no limit
		return libpcp.Atom{}, pmda.NoValue
	}
	if g.kind == libpcp.Type64 {
		return libpcp.Int64Atom(int64(n)), nil
	}
	return libpcp.Uint64Atom(n), nil
}

// numberOfLine supplies the number of a line "key number".
func numberOfLine(text []byte, g *groupRow) (libpcp.Atom, error) {
	for len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		words := bytes.Fields(line)
		if len(words) > 1 && string(words[0]) == g.key {
			// Ticks of cpuacct.stat are not converted: so it is in PCP.
			return libpcp.Uint64Atom(parseNumber(words[1])), nil
		}
	}
	if g.file == "cpuacct.stat" {
		return libpcp.Uint64Atom(0), nil
	}
	return libpcp.Atom{}, pmda.NoValue
}

// nth supplies one of the numbers of a line.
func nth(text []byte, at int) (libpcp.Atom, error) {
	word := fieldOf(text, at)
	if word == nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	return libpcp.Uint64Atom(parseNumber(word)), nil
}

// pressure supplies a number of "some avg10=0.00 avg60=0.00 avg300=0.00
// total=657916272"; the key is "some avg10".
func pressure(text []byte, g *groupRow) (libpcp.Atom, error) {
	kind, field, _ := strings.Cut(g.key, " ")
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] != kind {
			continue
		}
		for _, word := range words[1:] {
			name, value, _ := strings.Cut(word, "=")
			switch {
			case name != field:
			case g.kind == libpcp.TypeFloat:
				f, _ := strconv.ParseFloat(value, 32)
				return libpcp.FloatAtom(float32(f)), nil
			default:
				return libpcp.Uint64Atom(parseNumber([]byte(value))), nil
			}
		}
	}
	return libpcp.Atom{}, pmda.NoValue
}

// ioKeys are the fields of a line of io.stat after the device. Some kernels have
// lines of other fields, and lines of several devices in one.
var ioKeys = [...]string{"rbytes", "wbytes", "rios", "wios", "dbytes", "dios"}

// ioNumbers are the numbers of the line "8:0 rbytes=1 wbytes=2 rios=3 wios=4
// dbytes=5 dios=6" of a device, in the order of ioKeys.
func ioNumbers(line string) (device string, numbers [len(ioKeys)]uint64, ok bool) {
	words := strings.Fields(line)
	if len(words) < 1+len(ioKeys) {
		return "", numbers, false
	}
	for i, key := range ioKeys {
		name, value, _ := strings.Cut(words[1+i], "=")
		if name != key {
			return "", numbers, false
		}
		numbers[i] = parseNumber([]byte(value))
	}
	return words[0], numbers, true
}

// ioStat supplies a number of the line of a device.
func ioStat(text []byte, device, key string) (libpcp.Atom, error) {
	for line := range strings.Lines(string(text)) {
		if of, numbers, ok := ioNumbers(line); ok && of == device {
			return libpcp.Uint64Atom(numbers[slices.Index(ioKeys[:], key)]), nil
		}
	}
	return libpcp.Atom{}, pmda.NoValue
}

// blkio is the number in the line of a device, "8:0 Read 1234", or "8:0 1234"
// without a key; for the device "" it is the sum of all devices.
func (a *agent) blkio(r *pmda.Request, text []byte, device, key string) (sum uint64) {
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) < 2 || !strings.Contains(words[0], ":") || device != "" && words[0] != device {
			continue
		}
		if (key == "" || words[1] == key) && (device != "" || accounted(a.disks(r).names[words[0]])) {
			sum += parseNumber([]byte(words[len(words)-1]))
		}
	}
	return sum
}

// blkioScaled converts sectors to Kbyte, and hundredths of a second to
// milliseconds.
func blkioScaled(g *groupRow, n uint64) uint64 {
	switch g.units {
	case libpcp.KByte:
		return n / 2
	case libpcp.Millisec:
		return n * 10
	}
	return n
}
