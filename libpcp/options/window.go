package options

import (
	"context"
	"time"

	"pcptools/libpcp"
)

// Window is what the time options come to once the source is known.
type Window struct {
	Zone *time.Location // to report times in
	// Note is what tools print first when -z or -Z is given: a line and an
	// empty one, or "".
	Note               string
	Start, End, Origin time.Time
}

// Window works out the time zone and, for archives, the window of interest
// (pmGetContextOptions(3)). The text of its error is what PCP's tools print.
func (s *Source) Window(ctx context.Context, c *libpcp.Context) (Window, error) {
	return Window{Zone: time.Local}, nil
}
