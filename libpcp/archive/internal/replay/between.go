package replay

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/records"
	"pcptools/libpcp/internal/logfile"
)

// markGap is how far the mark between two archives is from the one left.
const markGap = 1_000_000 // nanoseconds

// markAfter returns the mark between p's archive and the next one; once it has
// been returned, p moves into that archive. Where archives overlap that is an
// error.
func (c *Cursor) markAfter(ctx context.Context, p *records.Position, lastTime func(context.Context, int) (logfile.Stamp, error)) (Event, error) {
	if p.Archive+1 >= c.set.Len() {
		return Event{}, libpcp.ErrEOL
	}
	end, err := lastTime(ctx, p.Archive)
	if err != nil {
		return Event{}, err
	}
	mark := Event{Record: records.Record{At: end.Add(markGap)}, left: p.Archive + 1}
	if c.marks.deliver(mark, true) {
		c.marks.endKnown = p.Archive + 1 // it is the time of the mark
		return mark, nil
	}
	*p, c.marks = c.set.Start(p.Archive+1), libpcpMarks{}
	if end.After(c.set.Label(p.Archive).Start) {
		return Event{}, libpcp.ErrLogOverlap
	}
	return c.next(ctx, p)
}

// markBefore is markAfter backwards.
func (c *Cursor) markBefore(ctx context.Context, p *records.Position) (Event, error) {
	if p.Archive == 0 {
		return Event{}, libpcp.ErrEOL
	}
	start := c.set.Label(p.Archive).Start
	end, err := c.endOf(ctx, p.Archive-1)
	if err != nil {
		return Event{}, err
	}
	last, err := c.set.End(ctx, p.Archive-1)
	if err != nil {
		return Event{}, err
	}
	mark := Event{Record: records.Record{At: start.Add(-markGap)}, left: p.Archive}
	if c.marks.deliver(mark, false) {
		return mark, nil
	}
	*p, c.marks = last, libpcpMarks{endKnown: last.Archive + 1}
	if end.After(start) {
		return Event{}, libpcp.ErrLogOverlap
	}
	return c.previous(ctx, p)
}

// LastTime is the time of the last record of the archive of the position.
func (c *Cursor) LastTime(ctx context.Context) (logfile.Stamp, error) {
	c.marks.readEnd(c.pos.Archive)
	return c.set.LastTime(ctx, c.pos.Archive)
}

// Delivered reports whether a mark between archives was the last thing read.
func (c *Cursor) Delivered() bool { return c.marks.delivered }

// Around reads the records before and after a mark.
func (c *Cursor) Around(ctx context.Context, mark Event) (before, after records.Record, err error) {
	if mark.Between() {
		return c.acrossArchives(ctx, mark.left-1)
	}
	before, after, err = c.set.Around(ctx, mark.Record)
	if err == nil && mark.crossed {
		return c.shifted(ctx, before, mark)
	}
	return before, after, err
}

// acrossArchives reads the last record of an archive and the first one of the
// next. This reader does not report damage there.
func (c *Cursor) acrossArchives(ctx context.Context, left int) (before, after records.Record, err error) {
	from, err := c.set.End(ctx, left)
	if err == nil {
		before, err = c.set.Previous(ctx, &from)
	}
	to := c.set.Start(left + 1)
	if err == nil {
		after, err = c.set.Next(ctx, &to)
	}
	return before, after, err
}
