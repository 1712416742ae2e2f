package archive

import "pcptools/libpcp"

// markGap is how far the mark between two archives is from the one left.
const markGap = 1_000_000 // nanoseconds

// enterNext moves p to the start of the next archive and returns the mark in
// between. Where archives overlap the mark comes first, and then, when p moves, an
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
	overlap := end.After(c.set.logs[p.log+1].label.Start)
	spent := c.spend(*p, true)
	if !overlap || spent {
		*p = c.set.startOf(p.log + 1)
	}
	switch {
	case !spent:
		return mark, nil
	case overlap:
		return event{}, libpcp.ErrLogOverlap
	}
	return c.next(p)
}

// enterPrevious moves p to the end of the archive before and returns the mark
// in between, as enterNext does.
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
	overlap := end.After(start)
	spent := c.spend(*p, false)
	if !overlap || spent {
		*p = last
	}
	switch {
	case !spent:
		return mark, nil
	case overlap:
		return event{}, libpcp.ErrLogOverlap
	}
	return c.previous(p)
}

// spentMark says that the mark between two archives was the last thing read,
// and from where. Libpcp (C) does not give it again before it has read
// a record.
type spentMark struct {
	position
	forward, set bool
}

// spend reports whether the mark that follows a position is spent; next time it
// will be.
func (c *cursor) spend(p position, forward bool) bool {
	mark := spentMark{p, forward, true}
	spent := c.spent == mark
	c.spent = mark
	return spent
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
