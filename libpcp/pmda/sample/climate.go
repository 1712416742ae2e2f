package sample

import (
	"context"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// climate holds the quantities that have metrics in several units each.
type climate struct {
	celsius, volts, amps, watts float32
}

func newClimate() climate { return climate{volts: 240, amps: 13, watts: 42} }

// A gauge is a unit of a quantity: its scale and offset relative to the unit in
// which the quantity is kept.
type gauge struct {
	name        string
	units       libpcp.Units
	times, zero float64
}

var (
	thermometers = []gauge{
		{"temperature.celsius", libpcp.Celsius, 1, 0},
		{"temperature.fahrenheit", libpcp.Fahrenheit, 1.8, 32},
		{"temperature.kelvin", libpcp.Kelvin, 1, 273.15},
	}
	voltmeters = []gauge{
		{"voltage.volt", libpcp.Volt, 1, 0},
		{"voltage.millivolt", libpcp.Millivolt, 1e3, 0},
		{"voltage.microvolt", libpcp.Microvolt, 1e6, 0},
	}
	ammeters = []gauge{
		{"current.amp", libpcp.Amp, 1, 0},
		{"current.milliamp", libpcp.Milliamp, 1e3, 0},
		{"current.microamp", libpcp.Microamp, 1e6, 0},
	}
	wattmeters = []gauge{
		{"power.kilowatt", libpcp.Kilowatt, 1e-3, 0},
		{"power.watt", libpcp.Watt, 1, 0},
		{"power.milliwatt", libpcp.Milliwatt, 1e3, 0},
		{"power.microwatt", libpcp.Microwatt, 1e6, 0},
	}
)

func (a *agent) climateMetrics() []pmda.Metric {
	c := &a.climate
	return slices.Concat(
		gauges(172, &c.celsius, thermometers), gauges(175, &c.volts, voltmeters),
		gauges(178, &c.amps, ammeters), gauges(181, &c.watts, wattmeters))
}

// gauges are the rows of a quantity, with items that follow each other.
func gauges(item uint16, quantity *float32, units []gauge) []pmda.Metric {
	var rows []pmda.Metric
	for i, g := range units {
		rows = append(rows, pmda.Metric{
			Name: g.name, Item: item + uint16(i), Type: libpcp.TypeFloat, Sem: libpcp.SemInstant, Units: g.units,
			Since:   release.SampleMetrics72,
			OneLine: "made up, the same quantity as its sisters in a unit of its own",
			Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) {
				return libpcp.FloatAtom(float32(float64(*quantity)*g.times + g.zero)), nil
			},
			Store: func(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
				*quantity = float32((to.Float64() - g.zero) / g.times)
				return nil
			},
		})
	}
	return rows
}
