package sample

import (
	"context"
	"fmt"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// dodgey has all its values, some of them, or an error, as its control metric
// says.
type dodgey struct {
	random  *random
	control int32
	left    int32 // fetches until the next draw, when control is beyond the instances
	members []libpcp.Instance
	failure error
}

const dodgeyInstances = 5

func newDodgey(r *random) dodgey {
	d := dodgey{random: r, control: dodgeyInstances}
	d.members = d.all()
	return d
}

func (d *dodgey) all() []libpcp.Instance {
	members := make([]libpcp.Instance, dodgeyInstances)
	for i := range members {
		members[i] = libpcp.Instance{ID: int32(i + 1), Name: fmt.Sprintf("d%d", i+1)}
	}
	return members
}

func (a *agent) dodgeyMetrics() []pmda.Metric {
	d := &a.dodgey
	return []pmda.Metric{{
		Name: "dodgey.control", Item: 61, Type: libpcp.Type32, Sem: libpcp.SemDiscrete,
		OneLine: "what sample.dodgey.value does: 1 to 5, more, or less",
		Help: `From 1 to 5 it is the number of instances that have values. Zero is no
values; what is less is the error that a fetch of sample.dodgey.value has. What
is more has it change now and then, at the latest after that many fetches,
between errors and some of the instances.`,
		Fetch: get(&d.control), Store: d.store,
	}, {
		Name: "dodgey.value", Item: 62, InDom: dodgeys, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "values from 0 to 100, or not, depending on sample.dodgey.control", Values: d.fetch,
	}}
}

func (d *dodgey) store(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
	d.control, d.left, d.failure = int32(to.Int64()), 0, nil
	d.members = d.all()
	switch {
	case d.control < 0:
		d.members, d.failure = nil, libpcp.Error(d.control)
	case d.control <= dodgeyInstances:
		d.members = d.members[:d.control]
	default:
		d.draw()
	}
	return nil
}

func (d *dodgey) fetch(context.Context, *pmda.Request) ([]pmda.Value, error) {
	if d.control > dodgeyInstances {
		if d.left <= 0 {
			d.draw()
		}
		d.left--
	}
	if d.failure != nil {
		return nil, d.failure
	}
	var values []pmda.Value
	for _, member := range d.members {
		values = append(values, pmda.Value{Inst: member.ID, Atom: libpcp.Int32Atom(d.random.below(101))})
	}
	return values, nil
}

// draw chooses the outcome of the next few fetches: an error in one case of
// ten.
func (d *dodgey) draw() {
	d.left = d.random.below(d.control)
	d.members, d.failure = nil, nil
	if d.random.chance(10) {
		failures := [...]error{libpcp.ErrNoAgent, libpcp.ErrAgain, libpcp.ErrAppVersion}
		d.failure = failures[d.random.below(3)]
		return
	}
	for _, member := range d.all() {
		if d.random.chance(50) {
			d.members = append(d.members, member)
		}
	}
}
