package timecontrol

import (
	"context"
	"time"
)

// A Follower converts the commands of a pmtime to samples in the order of
// time. While time goes backward it acknowledges steps without samples, as
// pmTimeStateVector does in libpcp (C).
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

// An Action is the next action of a [Follower].
type Action struct {
	Task  Task
	Cause Cause // of Fetch

	// Moved reports that the next sample is at Position, and those after it in
	// steps of Interval. Otherwise sampling continues as before.
	Moved    bool
	Position time.Time
	Interval time.Duration

	IntervalChanged bool // the interval is new, which users may want reported

	Zone, Label string // of Rezone
}

// A Cause is why a sample does not follow the previous one.
type Cause int

// The causes.
const (
	Continued Cause = iota // it does
	Started
	Resumed
	Repositioned // in an archive
)

// NewFollower returns a follower of the client's pmtime. From then on only the
// follower may call Receive.
func NewFollower(c *Client) *Follower { return &Follower{client: c, interval: c.settings.Interval} }

// Next waits for the next action. If the last one was Fetch, it calls Done.
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

// Done acknowledges that the sample was taken. Other clients wait for it.
func (f *Follower) Done() error {
	if f.pending == nil {
		return nil
	}
	position := f.pending.Position
	f.pending = nil
	return f.client.Acknowledge(position)
}

// End declares that this direction has no more samples: until the user
// changes the position, steps are acknowledged without an action.
func (f *Follower) End() { f.ended = true }
