package archive

import (
	"errors"

	"pcptools/libpcp"
)

// removal is what has become of archives of a set that were found to be damaged.
type removal struct {
	count   int      // of removals
	drops   int      // of archives that are no longer in the set
	lasting int      // of them of the last archive, which is still in the set
	pending bool     // whether that is to go
	resumed position // where replay has been left
	err     error    // what stopped it there
	tell    func()
}

// removable reports whether an error while an archive of several is read
// takes that archive out of the set.
func (c *cursor) removable(err error) bool {
	return len(c.set.logs)-c.removal.lasting > 1 && !c.set.opts.NoSkip &&
		errors.Is(err, libpcp.ErrLogRec) && !errors.Is(err, errChanged)
}

// remove takes the archive that p is in out of the set, since a record of it is
// damaged. The error is what p's reader gets, if any.
//
// As in libpcp (C), replay goes on record by record, from the start of the next
// archive, without a mark in between; or, when it went back to look for its
// start, from that of the archive before. Where there is none before, it stays as
// it is. Where there is none after, the last one stays until replay seeks.
func (c *cursor) remove(p *position, forward bool, damage error) error {
	r, i := &c.removal, p.log
	r.tell = func() {}
	if c.set.opts.Removed != nil {
		l := c.set.logs[i]
		name, volume := l.files.base, l.volumes[p.volume].num
		r.tell = func() { c.set.opts.Removed(name, volume) }
	}
	r.tell()
	r.count, r.err, r.resumed = r.count+1, nil, *p
	if forward && i == len(c.set.logs)-1 {
		r.lasting, r.pending = r.lasting+1, true
		return libpcp.ErrEOL
	}
	c.drop(i)
	if !forward {
		i--
	}
	to := c.set.startOf(max(i, 0))
	c.pos, r.resumed, *p = to, to, to
	if i < 0 {
		r.err = damage
		return damage
	}
	c.mode, c.delta, c.origin = libpcp.ModeForw, interval{}, c.set.logs[i].label.Start
	c.seeked, c.aligned = true, true
	if !forward {
		return libpcp.ErrEOL
	}
	return nil
}

// drop takes an archive out of the set.
func (c *cursor) drop(i int) {
	c.set.drop(i)
	c.removal.drops++
	c.reading, c.spent, c.crossed, c.ended = reading{}, spentMark{}, false, -1
}

// dropLast drops the last archive if it is to be removed.
func (c *cursor) dropLast() {
	last := len(c.set.logs) - 1
	if !c.removal.pending || last == 0 {
		return
	}
	c.removal.lasting, c.removal.pending = c.removal.lasting-1, false
	c.drop(last)
	if c.pos.log == last {
		c.pos = c.set.startOf(last - 1)
	}
}

// removedLooking ends a search for the position to start from by which an archive
// was removed; exact says that records are to be read from there.
func (c *cursor) removedLooking(exact bool) error {
	c.pos, c.aligned = c.removal.resumed, true
	if !exact || c.removal.err == nil {
		return nil
	}
	if len(c.set.logs) > 1 {
		c.removal.tell() // as libpcp (C) does, which finds it damaged once more
		return libpcp.ErrEOL
	}
	return c.removal.err
}
