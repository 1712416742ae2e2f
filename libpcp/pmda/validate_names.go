package pmda

import (
	"hash/maphash"
	"strings"
)

func (v *validation) name(i int, m *Metric, names *nameSet) {
	if !validName(m.Name) {
		v.add(m.row(i), "%q is no name of the name space", m.Name)
	}
	if first := names.insert(i); first != i {
		v.add(m.row(i), "has the name of metric %d", first)
	}
}

// parents checks that no metric has the name above a row, or one above that.
func (v *validation) parents(i int, above string, names *nameSet) {
	for at := len(above); at > 0; at = strings.LastIndexByte(above[:at], '.') {
		if row := names.find(above[:at]); row >= 0 {
			v.add(v.agent.row(i).row(i), "is below metric %d (%s)", row, above[:at])
		}
	}
}

// nameSet finds the rows of names. A map takes several times as long to make.
type nameSet struct {
	agent *Agent
	seed  maphash.Seed
	slots []int32 // rows + 1, open addressing
}

func newNameSet(a *Agent) nameSet {
	size := 16
	for size < 2*a.rows() {
		size *= 2
	}
	return nameSet{agent: a, seed: maphash.MakeSeed(), slots: make([]int32, size)}
}

// slot is where a name is, or would be.
func (s *nameSet) slot(name string) *int32 {
	at := int(maphash.String(s.seed, name)) & (len(s.slots) - 1)
	for s.slots[at] != 0 && s.agent.row(int(s.slots[at]-1)).Name != name {
		at = (at + 1) & (len(s.slots) - 1)
	}
	return &s.slots[at]
}

// insert adds a row, unless its name is there, and returns the name's row.
func (s *nameSet) insert(i int) int {
	slot := s.slot(s.agent.row(i).Name)
	if *slot == 0 {
		*slot = int32(i) + 1
	}
	return int(*slot) - 1
}

// find returns the row of a name, or -1.
func (s *nameSet) find(name string) int { return int(*s.slot(name)) - 1 }

// validName reports whether a name is made as PMNS(5) says.
func validName(name string) bool {
	start := true
	for i := range len(name) {
		c := name[i]
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			start = false
		case start:
			return false
		case c == '.':
			start = true
		case c != '_' && (c < '0' || c > '9'):
			return false
		}
	}
	return !start
}
