package libpcp

import (
	"context"
	"time"
)

// An InstanceSeeker is a Seeker that has the instances of a domain at any
// time.
type InstanceSeeker interface {
	// InstancesAt returns the instances of a domain at a time, whatever the
	// position.
	InstancesAt(ctx context.Context, d InDom, at time.Time) ([]Instance, error)
}

// InstancesAt returns the instances of a domain at a time in an archive, such
// as that of a result: [Context.Instances] returns those at the position, which
// after an interpolating fetch is the time of the next one.
func (c *Context) InstancesAt(ctx context.Context, d InDom, at time.Time) ([]Instance, error) {
	archive, err := c.Archive()
	if err != nil {
		return nil, err
	}
	if s, ok := archive.(InstanceSeeker); ok {
		return s.InstancesAt(ctx, d, at)
	}
	return c.Instances(ctx, d)
}
