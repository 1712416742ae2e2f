package sample

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// updown is a number that goes up to a limit, down to another, and so on.
type updown struct {
	value    int32
	down     bool
	left     int32 // fetches until it moves
	repeat   uint32
	min, max int32
	step     uint32
}

func newUpdown() updown { return updown{left: 5, repeat: 5, max: 200, step: 10} }

func (a *agent) updownMetrics() []pmda.Metric {
	u := &a.updown
	return []pmda.Metric{{
		Name: "updown.obs", Item: 164, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "a saw-tooth made according to sample.updown.control", Fetch: u.fetch,
	}, {
		Name: "updown.control.repeat", Item: 165, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "how many fetches of sample.updown.obs see the same value", Fetch: getUnsigned(&u.repeat), Store: positive(&u.repeat),
	}, {
		Name: "updown.control.min", Item: 166, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "the lower limit of sample.updown.obs", Fetch: get(&u.min), Store: set(&u.min),
	}, {
		Name: "updown.control.max", Item: 167, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "the upper limit of sample.updown.obs", Fetch: get(&u.max), Store: set(&u.max),
	}, {
		Name: "updown.control.step", Item: 168, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "how far sample.updown.obs goes at once", Fetch: getUnsigned(&u.step), Store: positive(&u.step),
	}}
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
		u.down, u.value = false, u.min+step
	}
	if u.value > u.max {
		u.down, u.value = true, u.max-step
	}
}
