package archive

import "pcptools/libpcp"

// markGap is how far the mark between two archives is from the one left.
const markGap = 1_000_000 // nanoseconds

// enterNext returns the mark between p's archive and the next one; once it has
// been returned, p moves into that archive. Where archives overlap that is an
// error.
func (c *cursor) enterNext(p *position) (event, error) {
	if p.log+1 >= len(c.set.logs) {
		return event{}, libpcp.ErrEOL
	}
	end, err := c.set.endOf(p.log)
	if err != nil {
		return event{}, err
	}
	mark := event{record: record{at: end.Add(markGap)}, log: p.log}
	if !c.spend(mark, true) {
		c.ended = p.log // its end is the time of the mark
		return mark, nil
	}
	*p, c.spent, c.ended = c.set.startOf(p.log+1), spentMark{}, -1
	if end.After(c.set.logs[p.log].label.Start) {
		return event{}, libpcp.ErrLogOverlap
	}
	return c.next(p)
}

// enterPrevious is enterNext backwards.
func (c *cursor) enterPrevious(p *position) (event, error) {
	if p.log == 0 {
		return event{}, libpcp.ErrEOL
	}
	start := c.set.logs[p.log].label.Start
	end, err := c.set.endOf(p.log - 1)
	if err != nil {
		return event{}, err
	}
	last, err := c.endPosition(p.log - 1)
	if err != nil {
		return event{}, err
	}
	mark := event{record: record{at: start.Add(-markGap)}, log: p.log - 1}
	if !c.spend(mark, false) {
		return mark, nil
	}
	*p, c.spent, c.ended = last, spentMark{}, last.log
	if end.After(start) {
		return event{}, libpcp.ErrLogOverlap
	}
	return c.previous(p)
}

// spentMark is the mark between two archives that was the last thing read.
// Libpcp (C) goes on behind it in the same direction, and returns it once more
// in the other one, wherever it reads.
type spentMark struct {
	mark         event
	forward, set bool
}

// spend reports whether a mark has just been read; if not, it has now.
func (c *cursor) spend(mark event, forward bool) bool {
	if c.spent.set && c.spent.forward == forward {
		return true
	}
	c.spent = spentMark{mark, forward, true}
	return false
}

// lookForEnd has libpcp (C) read the last record of an archive, unless it knows
// that; then a mark is not the last thing read.
func (c *cursor) lookForEnd(log int) {
	if c.ended != log {
		c.spent, c.ended = spentMark{}, log
	}
}

// endPosition is the position after the last record of an archive.
func (c *cursor) endPosition(log int) (position, error) {
	p := position{log: log, volume: len(c.set.logs[log].volumes)}
	err := c.previousVolume(&p)
	if err == errVolumeEnd {
		return c.set.startOf(log), nil
	}
	return p, err
}
