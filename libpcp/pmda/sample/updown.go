package sample

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// updown is a number that goes up to a limit, down to another, and so on.
type updown struct {
	value    int32
	down     bool
	left     int32 // fetches until it moves
	turns    bool  // a limit turns it round whichever way it goes: SampleMetrics63
	repeat   uint32
	min, max int32
	step     uint32
}

func newUpdown(turns bool) updown {
	return updown{turns: turns, left: 5, repeat: 5, max: 200, step: 10}
}

func (a *agent) updownMetrics() []pmda.Metric {
	u := &a.updown
	obs := pmda.Metric{
		Name: "updown.obs", Item: 164, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "a saw-tooth made according to sample.updown.control", Fetch: u.fetch,
	}
	if u.turns {
		obs.Store = set(&u.value)
	}
	return []pmda.Metric{obs, {
		Name: "updown.control.repeat", Item: 165, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "how many fetches of sample.updown.obs see the same value", Fetch: getUnsigned(&u.repeat), Store: u.setRepeat,
	}, {
		Name: "updown.control.min", Item: 166, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "the lower limit of sample.updown.obs", Fetch: get(&u.min), Store: set(&u.min),
	}, {
		Name: "updown.control.max", Item: 167, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "the upper limit of sample.updown.obs", Fetch: get(&u.max), Store: set(&u.max),
	}, {
		Name: "updown.control.step", Item: 168, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "how far sample.updown.obs goes at once", Fetch: getUnsigned(&u.step), Store: positive(&u.step),
	}, {
		Name: "updown.control.mode", Item: 170, Since: release.SampleMetrics63, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "1 while sample.updown.obs goes up, -1 while it goes down", Fetch: u.mode, Store: u.setMode,
	}, {
		Name: "updown.control.reset", Item: 171, Since: release.SampleMetrics63, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "a store of anything puts sample.updown at its start", Fetch: fixed(libpcp.Uint32Atom(0)), Store: u.reset,
	}}
}

func (u *updown) mode(context.Context, *pmda.Request) (libpcp.Atom, error) {
	if u.down {
		return libpcp.Int32Atom(-1), nil
	}
	return libpcp.Int32Atom(1), nil
}

func (u *updown) setMode(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
	mode := to.Int64()
	if mode != 1 && mode != -1 {
		return libpcp.ErrBadStore
	}
	u.down = mode < 0
	return nil
}

func (u *updown) reset(context.Context, *pmda.Request, libpcp.Atom) error {
	*u = newUpdown(u.turns)
	return nil
}

// setRepeat changes how many fetches see the same value: from the next value
// on, or with turns of the present one too.
func (u *updown) setRepeat(ctx context.Context, r *pmda.Request, to libpcp.Atom) error {
	old := u.repeat
	err := positive(&u.repeat)(ctx, r, to)
	if err == nil && u.turns {
		u.left += int32(u.repeat - old)
	}
	return err
}

// positive returns a store function that takes nothing that would be negative
// as a signed number.
func positive(v *uint32) storeFunc {
	return func(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
		if int32(to.Uint64()) < 0 {
			return libpcp.ErrSign
		}
		*v = uint32(to.Uint64())
		return nil
	}
}

func (u *updown) fetch(context.Context, *pmda.Request) (libpcp.Atom, error) {
	if u.left--; u.left <= 0 {
		u.left = int32(u.repeat)
		u.move()
	}
	return libpcp.Int32Atom(u.value), nil
}

// move goes a step, from the limit back if that is passed. Limits that are
// closer than a step are not kept.
func (u *updown) move() {
	step := int32(u.step)
	if u.down {
		u.value -= step
	} else {
		u.value += step
	}
	if u.value < u.min {
		u.turn(false)
		u.value = u.min + step
	}
	if u.value > u.max {
		u.turn(true)
		u.value = u.max - step
	}
}

func (u *updown) turn(down bool) { u.down = down != (u.turns && u.down == down) }
