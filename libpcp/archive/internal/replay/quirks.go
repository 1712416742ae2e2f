package replay

import (
	"context"

	"pcptools/libpcp/archive/internal/records"
)

// libpcpMarks is how libpcp (C) delivers marks between archives: once more when the
// direction turns, unless any reader has read a record since. It reads a
// record, too, to learn where an archive ends, but only once. The cases are in
// TestListsMark and TestListsHistory.
type libpcpMarks struct {
	mark               Event
	forward, delivered bool // the mark has been, in that direction
	endKnown           int  // archive whose end is known, counted from 1; 0 is none
}

// deliver reports whether a mark is to be delivered: not if it just has been in the
// same direction, and is passed.
func (m *libpcpMarks) deliver(mark Event, forward bool) bool {
	if m.delivered && m.forward == forward {
		return false
	}
	m.mark, m.forward, m.delivered = mark, forward, true
	return true
}

// again takes the mark that comes once more in a direction.
func (m *libpcpMarks) again(forward bool) (mark Event, ok bool) {
	if !m.delivered || m.forward == forward {
		return Event{}, false
	}
	m.delivered = false
	return m.mark, true
}

// readEnd notes that the end of an archive is looked for.
func (m *libpcpMarks) readEnd(archive int) {
	if m.endKnown != archive+1 {
		*m = libpcpMarks{endKnown: archive + 1}
	}
}

// shifted is what libpcp (C) takes for the records around a mark that it reads
// backwards after it has moved into another volume, where before is the record before
// the mark: those one earlier.
func (c *Cursor) shifted(ctx context.Context, before records.Record, mark Event) (_, _ records.Record, err error) {
	before, _, err = c.set.Around(ctx, before)
	return before, mark.Record, err
}
