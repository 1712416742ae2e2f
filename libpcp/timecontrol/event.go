package timecontrol

import (
	"context"
	"time"
)

// An EventKind is what an [Event] is about.
type EventKind int

// The kinds of events.
const (
	Moved   EventKind = iota // position, interval, direction or mode have changed
	Stepped                  // the client is to go to Position, and then to acknowledge
	Zoned                    // the user chose a time zone
	Bounded                  // the bounds of archives changed
	Other                    // to be ignored
)

// An Event is a message of a pmtime to its clients (pmTimeRecv(3)).
type Event struct {
	Kind     EventKind
	Archive  bool
	State    State
	Mode     Mode
	Dragging bool // of Moved: the user is still dragging
	Set      bool // of Moved: the position was set, rather than reached

	Interval             time.Duration
	Position, Start, End time.Time

	Zone, Label string // of Zoned
}

// Receive waits for an event. An error other than the context's means that the
// pmtime has ended, or that the peer is no pmtime.
func (c *Client) Receive(ctx context.Context) (Event, error) {
	p, err := c.receive(ctx)
	if err != nil {
		return Event{}, err
	}
	e := Event{Kind: Other, Archive: p.source == archive, State: p.state, Mode: p.mode,
		Interval: p.delta, Position: p.position, Start: p.start, End: p.end, Zone: p.zone, Label: p.label}
	switch p.command {
	case step:
		e.Kind = Stepped
	case set, vcrMode, drag:
		e.Kind, e.Set, e.Dragging = Moved, p.command == set, p.command == drag
	case timezone:
		e.Kind = Zoned
	case bounds:
		e.Kind = Bounded
	}
	return e, nil
}
