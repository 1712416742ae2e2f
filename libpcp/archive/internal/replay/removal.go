package replay

import (
	"errors"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/records"
)

// removal keeps account of the archives of a set that were found to be damaged.
type removal struct {
	generation int  // grows with each
	lasting    int  // times the last archive was damaged, which is still in the set
	pending    bool // whether that is to go
}

// dropped is the error of a read that has found an archive of several damaged, which
// is out of the set from then on. Unless err is set, the reader goes on at its
// position, which has moved.
type dropped struct {
	err    error // ends the reading, unless nil
	damage error // of the first archive of the set
	tell   func()
}

func (d *dropped) Error() string {
	if d.err == nil {
		return "a damaged archive has been left out"
	}
	return d.err.Error()
}

func (d *dropped) Unwrap() error { return d.err }

// HasDropped reports whether an error is that an archive has been left out.
func HasDropped(err error) bool {
	_, ok := err.(*dropped)
	return ok
}

// ReadsOn reports whether an error is only that an archive has been left out, behind
// which the reader goes on.
func ReadsOn(err error) bool {
	d, ok := err.(*dropped)
	return ok && d.err == nil
}

// cause is the error by which a read has ended.
func cause(err error) error {
	if d, ok := err.(*dropped); ok {
		return d.err
	}
	return err
}

// removable reports whether an error while an archive of several is read
// takes that archive out of the set.
func (c *Cursor) removable(err error) bool {
	return c.set.Len()-c.removal.lasting > 1 && c.removed != nil &&
		errors.Is(err, libpcp.ErrLogRec) && !errors.Is(err, records.ErrChanged)
}

// remove takes the archive that p is in out of the set, since a record of it is
// damaged. Its error is always a *dropped.
//
// As in libpcp (C), replay goes on record by record, from the start of the next
// archive, without a mark in between; or, when it went back to look for its start,
// from the start of the archive before. Without an archive before, its direction
// stays. Without an archive after, the last archive stays until replay seeks, and is
// read on behind the damage.
func (c *Cursor) remove(p *records.Position, forward bool, damage error) error {
	i := p.Archive
	name, volume := c.set.File(*p)
	d := &dropped{tell: func() { c.removed(name, volume) }}
	d.tell()
	c.removal.generation++
	if forward && i == c.set.Len()-1 {
		c.removal.lasting, c.removal.pending = c.removal.lasting+1, true
		d.err = libpcp.ErrEOL
		return d
	}
	c.drop(i)
	if !forward {
		i--
	}
	*p = c.set.Start(max(i, 0))
	c.pos = *p
	if i < 0 {
		d.err, d.damage = libpcp.ErrEOL, damage
		return d
	}
	c.mode, c.delta, c.now = libpcp.ModeForw, interval{}, c.set.Label(i).Start
	c.seeked, c.aligned = true, true
	if !forward {
		d.err = libpcp.ErrEOL
	}
	return d
}

// drop takes an archive out of the set.
func (c *Cursor) drop(i int) {
	c.set.Drop(i)
	c.removal.generation++
	c.marks = libpcpMarks{}
}

// dropLast drops the last archive if it is to be removed.
func (c *Cursor) dropLast() {
	last := c.set.Len() - 1
	if !c.removal.pending || last == 0 {
		return
	}
	c.removal.lasting, c.removal.pending = c.removal.lasting-1, false
	c.drop(last)
	if c.pos.Archive == last {
		c.pos = c.set.Start(last - 1)
	}
}

// removedLooking ends a search for the position to start from by which an archive
// was removed; exact says that records are to be read from there.
func (c *Cursor) removedLooking(d *dropped, exact bool) error {
	c.aligned = true
	if !exact || d.damage == nil {
		return nil
	}
	if c.set.Len() > 1 {
		d.tell() // as libpcp (C) does, which finds it damaged once more
		return libpcp.ErrEOL
	}
	return d.damage
}
