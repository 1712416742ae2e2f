package xfs

import (
	"bytes"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// Items of metrics that are not just a number of the file.
const (
	itemWrites    = 33
	itemBlocks    = 34
	itemRatio     = 78
	itemDquots    = 185
	itemBuffer    = 187 // the first of the buffers, in the cluster of devices
	itemZoneBytes = 199
	itemRelog     = 200
	itemMetafiles = 276
	itemCount     = itemMetafiles + 1

	sectorsInKB = 2
)

// stats are the numbers of a file, by the item of their metric in the cluster
// of devices.
type stats [itemCount]uint64

// scattered are the lines whose numbers belong to no group: the items of each
// line.
var scattered = [...]struct {
	line  string
	items []int
}{
	{"xstrat", []int{49, 50}},
	{"rw", []int{51, 53}},
	{"xpc", []int{48, 52, 54}},
	{"qm", []int{59, 60, 61, 62, 63, 64, itemDquots, itemDquots + 1}},
}

// maxFile bounds the bytes read from a file.
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
		name, numbers := string(words[0]), words[1:]
		if name == "gc" && len(numbers) > 0 {
			name, numbers = name+" "+string(numbers[0]), numbers[1:]
		}
		for i := range groups {
			if g := &groups[i]; g.line == name {
				for i := range min(len(numbers), strings.Count(g.names, " ")+1) {
					s[g.place(i)] = number(numbers[i])
				}
			}
		}
		for _, l := range scattered {
			if l.line == name {
				for i := range min(len(numbers), len(l.items)) {
					s[l.items[i]] = number(numbers[i])
				}
			}
		}
	}
}

// place is the item of the i-th number of a group's line. PCP takes the first two
// of some trees for each other's.
func (g *group) place(i int) int {
	switch g.line {
	case "ibt2", "fibt2", "rmapbt", "refcntbt":
		if i < 2 {
			i = 1 - i
		}
	}
	return int(g.item) + i
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
