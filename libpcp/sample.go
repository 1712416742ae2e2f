package libpcp

import (
	"fmt"
	"iter"
	"time"
)

// Sample is the values of a [Group] at a time.
type Sample struct {
	Time    time.Time
	Changes StateChange // since the sample before
	Marked  bool        // logging was interrupted since the sample before, so that there are no rates
	metrics []sampleMetric
}

type sampleMetric struct {
	name     string
	readings []Reading
	err      error
}

// Values returns the values of a metric of the group, in the order of the source.
// A metric can have no values and no error.
func (s *Sample) Values(metric string) ([]Reading, error) {
	for i := range s.metrics {
		if s.metrics[i].name == metric {
			return s.metrics[i].readings, s.metrics[i].err
		}
	}
	return nil, fmt.Errorf("%s: not in the group: %w", metric, ErrName)
}

// Metrics iterates over the metrics of the group, and their values. A metric without
// values may have failed; see Values.
func (s *Sample) Metrics() iter.Seq2[string, []Reading] {
	return func(yield func(string, []Reading) bool) {
		for _, m := range s.metrics {
			if !yield(m.name, m.readings) {
				return
			}
		}
	}
}

// Float64 returns the only value of a metric of the group, such as a singular
// one, as a double. The error is ErrValue for no value or several, and ErrConv for
// a value that is not a number.
func (s *Sample) Float64(metric string) (float64, error) {
	readings, err := s.Values(metric)
	switch {
	case err != nil:
		return 0, err
	case len(readings) != 1:
		return 0, fmt.Errorf("%s: %d values: %w", metric, len(readings), ErrValue)
	case !readings[0].Value.Type.Numeric():
		return 0, fmt.Errorf("%s: %w", metric, ErrConv)
	}
	return readings[0].Float64(), nil
}
