package proc

import (
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// lent are the encoders of the last fetches of a single metric. When its values
// are given back, so is the memory that they refer to: a rate needs two.
type lent [2]loan

type loan struct {
	values   *libpcp.Value // the first one
	encoders [maxWorkers]pmda.Encoder
}

// note takes note of a fetch.
func (l *lent) note(columns []column, fillers *[maxWorkers]filler) {
	if len(columns) != 1 || len(columns[0].values) == 0 {
		return
	}
	l[1] = l[0]
	l[0].values = &columns[0].values[0]
	for i := range fillers {
		l[0].encoders[i] = fillers[i].encoder
	}
}

// takeBack gives the fillers the encoders of values that have been given back.
func (l *lent) takeBack(values []libpcp.Value, fillers *[maxWorkers]filler) {
	if len(values) == 0 {
		return
	}
	for i := range l {
		if l[i].values == &values[0] {
			for j := range fillers {
				fillers[j].encoder = l[i].encoders[j]
				fillers[j].encoder.Reset()
			}
			l[i] = loan{}
		}
	}
}
