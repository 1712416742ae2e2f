package sample

import (
	"context"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// stairs are numbers that go in steps: with time, or with each few fetches.
type stairs struct {
	start   time.Time
	height  int32
	flights [len(scales)]flight
}

func newStairs(start time.Time) stairs {
	s := stairs{start: start, height: 20}
	for i := range s.flights {
		s.flights[i].value = 1
	}
	return s
}

// flight is the state of one of the scales.
type flight struct {
	value float64
	taken int // fetches of that value
}

// scales go up by a factor to a limit and start with 1 again, or from the
// limit down to 1. Each value lasts for five fetches.
var scales = [...]struct {
	name   string
	units  libpcp.Units
	factor float64
	limit  float64
	down   bool
}{
	{"bytes_up", libpcp.Byte | libpcp.PerSec, 2, 1 << 40, false},
	{"bytes_down", libpcp.Byte, 2, 1 << 40, true},
	{"count_up", libpcp.Count | libpcp.PerSec, 10, 1e12, false},
	{"count_down", libpcp.Count, 10, 1e12, true},
	{"time_up_secs", libpcp.Sec, 10, 1e5, false},
	{"time_up_nanosecs", libpcp.Nanosec, 10, 1e14, false},
	{"none_up", libpcp.NoUnits, 10, 1e7, false},
}

const fetchesPerValue = 5

func (a *agent) stairMetrics() []pmda.Metric {
	s := &a.stairs
	rows := []pmda.Metric{{
		Name: "step", Item: 8, Type: libpcp.Type32, Sem: libpcp.SemInstant, Units: libpcp.Count,
		OneLine: "20 at first, and 20 more each 30 seconds",
		Help:    "What is stored takes the place of the 20.",
		Fetch:   s.step, Store: set(&s.height),
	}, {
		Name: "step_counter", Item: 63, Type: libpcp.Type32, Sem: libpcp.SemCounter, Units: libpcp.Count,
		OneLine: "sample.step as a counter", Fetch: s.step,
	}}
	for i := range scales {
		rows = append(rows, pmda.Metric{
			Name: "scale_step." + scales[i].name, Item: 65 + uint16(i), Type: libpcp.TypeDouble, Sem: libpcp.SemInstant,
			Units: scales[i].units, OneLine: "a power of 2 or 10, another one each five fetches",
			Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) {
				return libpcp.DoubleAtom(s.climb(i)), nil
			},
		})
	}
	return rows
}

func (s *stairs) step(context.Context, *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Int32Atom(int32(1+time.Since(s.start)/(30*time.Second)) * s.height), nil
}

// climb returns the value of a scale for this fetch.
func (s *stairs) climb(i int) float64 {
	f, scale := &s.flights[i], &scales[i]
	if f.taken == fetchesPerValue {
		f.taken = 0
		switch {
		case scale.down && f.value == 1:
			f.value = scale.limit
		case scale.down:
			f.value /= scale.factor
		case f.value == scale.limit:
			f.value = 1
		default:
			f.value *= scale.factor
		}
	}
	f.taken++
	return f.value
}
