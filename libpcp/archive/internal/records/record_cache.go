package records

// recordCache remembers the records that were read last.
type recordCache struct {
	kept [maxCached]Record
	next int
}

// maxCached is how many: those on either side of a position, and some more.
const maxCached = 8

func (d *recordCache) find(same func(*Record) bool) (Record, bool) {
	for i := range d.kept {
		if r := &d.kept[(d.next+maxCached-1-i)%maxCached]; r.length > 0 && same(r) {
			return *r, true
		}
	}
	return Record{}, false
}

// at returns the record at an offset.
func (d *recordCache) at(off int64) (Record, bool) {
	return d.find(func(r *Record) bool { return r.off == off })
}

// before returns the record that ends at an offset.
func (d *recordCache) before(off int64) (Record, bool) {
	return d.find(func(r *Record) bool { return r.end() == off })
}

// add remembers a record.
func (d *recordCache) add(r Record) {
	d.kept[d.next%maxCached] = r
	d.next++
}
