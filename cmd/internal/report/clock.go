package report

import "time"

// clock writes times of the day: seconds, and fractions if a second has several
// samples.
type clock struct {
	last time.Time
	fine bool // fractions are written always
}

// Layouts of times of the day.
const (
	ofSecond   = "15:04:05"
	ofFraction = "15:04:05.000"
)

// repeats reports whether a time needs a fraction, unlike those before.
func (c *clock) repeats(t time.Time) bool {
	return !c.fine && !c.last.IsZero() && t.Unix() == c.last.Unix()
}

func (c *clock) text(t time.Time, zone *time.Location) string {
	layout := ofSecond
	if c.fine || c.repeats(t) {
		layout = ofFraction
	}
	c.last = t
	return In(t, zone).Format(layout)
}
