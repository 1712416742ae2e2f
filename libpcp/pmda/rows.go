package pmda

import (
	"cmp"
	"slices"

	"pcptools/libpcp"
)

// rows finds rows of a table of metrics by cluster and item: by binary
// search, in the table itself if it is in order.
type rows struct {
	tables  uint64 // the agent's count that the rest belongs to
	known   bool
	inOrder bool
	sorted  []int32 // positions of rows, unless the table is in order
}

func rowKey(m *Metric) uint32 {
	return uint32(m.Domain)<<22 | uint32(m.Cluster)<<10 | uint32(m.Item)
}

// prepare sorts the table, if that has not been done yet.
func (r *rows) prepare(a *Agent) {
	if r.known && r.tables == a.tables {
		return
	}
	*r = rows{tables: a.tables, known: true, inOrder: true}
	for i := 1; i < a.rows() && r.inOrder; i++ {
		r.inOrder = rowKey(a.row(i-1)) <= rowKey(a.row(i))
	}
	if r.inOrder {
		return
	}
	r.sorted = make([]int32, a.rows())
	for i := range r.sorted {
		r.sorted[i] = int32(i)
	}
	slices.SortStableFunc(r.sorted, func(i, j int32) int {
		return cmp.Compare(rowKey(a.row(int(i))), rowKey(a.row(int(j))))
	})
}

// row is the i-th row in order of key.
func (r *rows) row(a *Agent, i int) *Metric {
	if !r.inOrder {
		i = int(r.sorted[i])
	}
	return a.row(i)
}

// find returns where the rows with a key start, in order of key.
func (r *rows) find(a *Agent, key uint32) int {
	r.prepare(a)
	low, high := 0, a.rows()
	for low < high {
		if mid := (low + high) / 2; rowKey(r.row(a, mid)) < key {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// metric returns the row that describes a metric, or nil.
func (s *Service) metric(id libpcp.PMID) *Metric {
	if id.Domain() != s.domain {
		return nil
	}
	key := uint32(id) & (1<<22 - 1)
	at := s.rows.find(s.agent, key)
	if at == s.agent.rows() || rowKey(s.rows.row(s.agent, at)) != key {
		return nil
	}
	return s.rows.row(s.agent, at)
}

// indom returns the instance domain with a serial number, or nil.
func (s *Service) indom(serial uint32) *InDom {
	for _, d := range s.agent.InDoms {
		if d.Serial == serial {
			return d
		}
	}
	return nil
}

// knownInDom returns the instance domain with an identifier, or ErrInDom.
func (s *Service) knownInDom(d libpcp.InDom) (*InDom, error) {
	if d != libpcp.NullInDom && d.Domain() == s.domain {
		if row := s.indom(d.Serial()); row != nil {
			return row, nil
		}
	}
	return nil, libpcp.ErrInDom
}
