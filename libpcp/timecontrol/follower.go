package timecontrol

import (
	"context"
	"time"
)

// A Follower reports samples in the order of time: it goes forward when a
// pmtime does, and lets it run backward without following (pmTimeStateVector
// in C).
type Follower struct {
	client   *Client
	phase    phase
	interval time.Duration
	pending  *Action // to be acknowledged
	ended    bool
}

type phase int

const (
	starting phase = iota
	stopped        // the next step resumes
	moved          // the next step is from another position
	forward
	backward
)

// A Task is what a follower is to do.
type Task int

// The tasks.
const (
	Fetch  Task = iota // take the next sample, then call [Follower.Done]
	Rewind             // nothing, while time goes backward
	Rezone             // show times in another zone
)

// An Action is the next thing to do.
type Action struct {
	Task  Task
	Cause Cause // of Fetch

	// Moved says that samples go on from Position, in steps of Interval; else
	// they go on where they were.
	Moved    bool
	Position time.Time
	Interval time.Duration

	IntervalChanged bool // the user should be told

	Zone, Label string // of Rezone
}

// A Cause is why a sample does not follow the one before it.
type Cause int

// The causes.
const (
	Continued Cause = iota // it does
	Started
	Resumed
	Repositioned // in an archive
)

// NewFollower returns a follower of what the client's pmtime says. Nobody else
// may receive from the client.
func NewFollower(c *Client) *Follower { return &Follower{client: c, interval: c.settings.Interval} }

// Next waits for the next thing to do. If the last one was to fetch, it
// acknowledges that.
func (f *Follower) Next(ctx context.Context) (Action, error) {
	if err := f.Done(); err != nil {
		return Action{}, err
	}
	for {
		e, err := f.client.Receive(ctx)
		if err != nil {
			return Action{}, err
		}
		switch e.Kind {
		case Zoned:
			if e.Zone != "" {
				return Action{Task: Rezone, Zone: e.Zone, Label: e.Label}, nil
			}
		case Moved:
			f.phase = moved
			if e.State == Stopped && !e.Set && !e.Dragging {
				f.phase = stopped
			}
		case Stepped:
			a, ok, err := f.step(&e)
			if ok || err != nil {
				return a, err
			}
		}
	}
}

// step is the action for a step, if it takes one.
func (f *Follower) step(e *Event) (a Action, ok bool, err error) {
	before := f.phase
	if e.State == Backward {
		f.phase, f.ended = backward, false
		return Action{Task: Rewind}, before != backward, f.client.Acknowledge(e.Position)
	}
	f.phase = forward
	a = Action{Task: Fetch, Cause: f.cause(before), Position: e.Position, Interval: f.interval}
	if a.Moved = before != forward; a.Moved {
		a.IntervalChanged = before != starting && e.Interval != f.interval
		f.interval, a.Interval, f.ended = e.Interval, e.Interval, false
	}
	if f.ended {
		return a, false, f.client.Acknowledge(e.Position)
	}
	f.pending = &a
	return a, true, nil
}

func (f *Follower) cause(before phase) Cause {
	switch {
	case before == forward:
		return Continued
	case before == starting:
		return Started
	case before != stopped && f.client.settings.Archive:
		return Repositioned
	}
	return Resumed
}

// Done acknowledges that the sample was taken. Other clients wait for that.
func (f *Follower) Done() error {
	if f.pending == nil {
		return nil
	}
	position := f.pending.Position
	f.pending = nil
	return f.client.Acknowledge(position)
}

// End says that there are no more samples from here on: steps are acknowledged
// without being reported, until the user goes elsewhere.
func (f *Follower) End() { f.ended = true }
