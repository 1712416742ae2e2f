package fleet

import (
	"cmp"
	"context"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// A pace is how a member keeps to the instants of a Beat.
type pace struct {
	gap  time.Duration // between instants
	at   time.Time     // the last instant
	late bool          // the last sample was
}

// Join waits for the first instant of the live sources; instants are a gap apart.
// An endless member lets the next source begin, as does each where there is room
// for all.
func (m *Member) Join(ctx context.Context, gap time.Duration, endless bool) error {
	if m.Room() || endless {
		m.Release()
	}
	m.fleet.beat.Arrive(m)
	m.pace.gap = gap
	return m.Wait(ctx)
}

// Arrive announces that others need not wait for the member to join.
func (m *Member) Arrive() { m.fleet.beat.Arrive(m) }

// Wait waits until the next sample is due everywhere.
func (m *Member) Wait(ctx context.Context) (err error) {
	m.Reach(m.between())
	p := &m.pace
	p.at, err = m.fleet.beat.Wait(ctx, p.gap, p.at)
	m.Reach(p.at.UnixNano())
	return err
}

// between is a step before the next sample and after the last.
func (m *Member) between() int64 {
	if m.pace.at.IsZero() {
		return time.Now().UnixNano()
	}
	return m.pace.at.UnixNano() + 1
}

// patience is how long others wait for a sample of a live source.
const patience = time.Second

// Sampling announces that a sample is to come, and the function that it returns
// that it has come. A source that was late is not waited for, until it is in time.
func (m *Member) Sampling() (arrived func()) {
	within := patience
	if m.pace.late {
		within = 0
	}
	began, there := time.Now(), m.Expect(within)
	return func() {
		there()
		m.pace.late = time.Since(began) >= patience
	}
}

// Follow opens s, the live source of the member, and calls do, which joins. If the
// source cannot be opened, or do loses the connection, Follow begins anew at the next
// instant; until then others do not wait for the source.
func (m *Member) Follow(ctx context.Context, gap time.Duration, s *options.Source, do func(context.Context, *libpcp.Context) error) error {
	for {
		m.Leave()
		err := m.follow(ctx, s, do)
		if ctx.Err() == nil && m.failure != nil {
			m.Leave()
			m.Join(ctx, gap, true)
		}
		switch {
		case ctx.Err() != nil:
			return nil // an interrupt ends it in good order
		case m.failure == nil:
			return err
		}
	}
}

// follow is Follow until the connection is lost.
func (m *Member) follow(ctx context.Context, s *options.Source, do func(context.Context, *libpcp.Context) error) error {
	c, err := m.Open(ctx, s)
	if err != nil {
		return err
	}
	defer c.Close()
	m.failure, m.lack = nil, cmp.Or(m.lack, m.failure)
	return do(ctx, c)
}
