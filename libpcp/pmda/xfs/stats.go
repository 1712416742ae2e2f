package xfs

import (
	"bytes"
	"slices"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// Items of metrics that are not just a number of the file.
const (
	itemBlocks  = 34
	itemWrites  = 33
	itemRatio   = 78
	itemBuffer  = 187 // the first of the buffers, in the cluster of devices
	itemCount   = itemBuffer + 9
	sectorsInKB = 2
)

// stats are the numbers of a file, by the item of their metric in the cluster
// of devices.
type stats [itemCount]uint64

// line is a line of a file: the item of the first number, and how many there
// are. In those of some trees the first two change places.
type line struct {
	name        string
	item, count int
	swapped     bool
}

var lines = [...]line{
	{"extent_alloc", 0, 4, false}, {"abt", 4, 4, false}, {"blk_map", 8, 7, false}, {"bmbt", 15, 4, false},
	{"dir", 19, 4, false}, {"trans", 23, 3, false}, {"ig", 26, 7, false}, {"log", 33, 5, false},
	{"push_ail", 38, 10, false}, {"xstrat", 49, 2, false}, {"attr", 55, 4, false}, {"icluster", 67, 3, false},
	{"vnodes", 70, 8, false}, {"buf", itemBuffer, 9, false},
	{"abtb2", 80, 15, false}, {"abtc2", 95, 15, false}, {"bmbt2", 110, 15, false},
	{"ibt2", 125, 15, true}, {"fibt2", 140, 15, true}, {"rmapbt", 155, 15, true}, {"refcntbt", 170, 15, true},
}

func lineNamed(name string) *line {
	at := slices.IndexFunc(lines[:], func(l line) bool { return l.name == name })
	if at < 0 {
		return nil
	}
	return &lines[at]
}

// scattered are the items of a line whose metrics are not in order.
func scattered(name string) []int {
	switch name {
	case "rw":
		return []int{51, 53}
	case "xpc":
		return []int{48, 52, 54}
	case "qm":
		return []int{59, 60, 61, 62, 63, 64, 185, 186}
	}
	return nil
}

// maxFile bounds what is read of a file.
const maxFile = 1 << 16

func readStats(path string) (*stats, error) {
	text, err := pseudo.Read(nil, path, maxFile)
	if err != nil {
		return nil, err
	}
	s := new(stats)
	s.parse(text)
	return s, nil
}

// parse reads lines such as "rw 51 53". Others it does not know.
func (s *stats) parse(text []byte) {
	for line := range bytes.Lines(text) {
		words := bytes.Fields(line)
		if len(words) == 0 {
			continue
		}
		name, numbers := words[0], words[1:]
		if l := lineNamed(string(name)); l != nil {
			for i := range min(len(numbers), l.count) {
				at := l.item + i
				if l.swapped && i < 2 {
					at = l.item + 1 - i
				}
				s[at] = number(numbers[i])
			}
		}
		items := scattered(string(name))
		for i := range min(len(numbers), len(items)) {
			s[items[i]] = number(numbers[i])
		}
	}
}

func number(word []byte) uint64 {
	n, _ := strconv.ParseUint(string(word), 10, 64)
	return n
}

// statistic is the source of a number divided by another, by the item of its metric
// in the cluster of devices.
type statistic struct {
	item int
	unit uint64
}

// Value is the number.
func (n statistic) Value(r *pmda.Request) (libpcp.Atom, error) {
	s := of(r).stats(r)
	switch {
	case s == nil:
		return libpcp.Atom{}, pmda.NoValue
	case r.Metric.Type == libpcp.TypeU64:
		return libpcp.Uint64Atom(s[n.item] / n.unit), nil
	}
	return libpcp.Uint32Atom(uint32(s[n.item] / n.unit)), nil
}

// writeRatio is the source of the number of blocks in a write of the log.
type writeRatio struct{}

// Value is the ratio, in whole blocks.
func (writeRatio) Value(r *pmda.Request) (libpcp.Atom, error) {
	s := of(r).stats(r)
	switch {
	case s == nil:
		return libpcp.Atom{}, pmda.NoValue
	case s[itemWrites] == 0:
		return libpcp.FloatAtom(0), nil
	}
	return libpcp.FloatAtom(float32(s[itemBlocks] / s[itemWrites])), nil
}
