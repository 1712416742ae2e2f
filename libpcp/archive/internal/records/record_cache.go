package records

// recordCache remembers the records that were read last.
type recordCache struct {
	kept [maxCached]Record
	next int
}

// maxCached is how many: those on either side of a position, and some more.
const maxCached = 8

// at returns the record at an offset, or nil.
func (d *recordCache) at(off int64) *Record {
	for i := range d.kept {
		if r := &d.kept[i]; r.off == off && r.length > 0 {
			return r
		}
	}
	return nil
}

// before returns the record that ends at an offset, or nil.
func (d *recordCache) before(off int64) *Record {
	for i := range d.kept {
		if r := &d.kept[i]; r.end() == off && r.length > 0 {
			return r
		}
	}
	return nil
}

// add remembers a record.
func (d *recordCache) add(r Record) {
	d.kept[d.next%maxCached] = r
	d.next++
}
