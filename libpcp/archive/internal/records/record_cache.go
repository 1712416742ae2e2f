package records

import "sort"

// recordCache remembers a stretch of consecutive checked records of a volume,
// so that they need not be read again to be skipped. It grows at both
// ends; a record that does not adjoin it starts it anew.
type recordCache struct {
	front []Record // growing towards the start of the file
	back  []Record // growing towards its end
}

// maxCached bounds the number of records remembered of a volume.
const maxCached = 1 << 9

// at returns the record at an offset.
func (d *recordCache) at(off int64) (Record, bool) {
	if n := len(d.back); n > 0 && off >= d.back[0].off {
		if off > d.back[n-1].off { // as it is when they are read for the first time
			return Record{}, false
		}
		i := sort.Search(n, func(i int) bool { return d.back[i].off >= off })
		if i < n && d.back[i].off == off {
			return d.back[i], true
		}
		return Record{}, false
	}
	n := len(d.front)
	i := sort.Search(n, func(i int) bool { return d.front[i].off <= off })
	if i < n && d.front[i].off == off {
		return d.front[i], true
	}
	return Record{}, false
}

// before returns the record that ends at an offset.
func (d *recordCache) before(off int64) (Record, bool) {
	n := len(d.back)
	if n > 0 && off > d.back[0].off {
		i := sort.Search(n, func(i int) bool { return d.back[i].end() >= off })
		if i < n && d.back[i].end() == off {
			return d.back[i], true
		}
		return Record{}, false
	}
	n = len(d.front)
	i := sort.Search(n, func(i int) bool { return d.front[i].end() <= off })
	if i < n && d.front[i].end() == off {
		return d.front[i], true
	}
	return Record{}, false
}

// add remembers a record.
func (d *recordCache) add(r Record) {
	n, m := len(d.back), len(d.front)
	switch {
	case n == 0 || n+m >= maxCached:
		d.front, d.back = d.front[:0], append(d.back[:0], r)
	case r.off == d.back[n-1].end():
		d.back = append(d.back, r)
	case r.end() == d.start():
		d.front = append(d.front, r)
	default:
		d.front, d.back = d.front[:0], append(d.back[:0], r)
	}
}

// any returns a remembered record, or one of length 0.
func (d *recordCache) any() Record {
	if n := len(d.back); n > 0 {
		return d.back[n-1]
	}
	return Record{}
}

// start is the offset of the first record, of which there must be one.
func (d *recordCache) start() int64 {
	if m := len(d.front); m > 0 {
		return d.front[m-1].off
	}
	return d.back[0].off
}
