package libpcp

import (
	"slices"
	"strings"
	"time"
)

// A Reading is a value of a metric.
type Reading struct {
	Inst     int32  // NullInst for a singular metric
	Instance string // its name, "" for a singular metric or if it has none
	Value    Atom

	units     Units
	rate      float64
	rated     bool
	rateUnits string
}

// Float64 returns the value as a double, 0 if it is not a number.
func (r Reading) Float64() float64 {
	if !r.Value.Type.Numeric() {
		return 0
	}
	return r.Value.Float64()
}

// Text returns the value of a string.
func (r Reading) Text() string { return r.Value.Text() }

// Units returns the units of the value: the units given to [Group.SetUnits], or
// the units of the metric.
func (r Reading) Units() Units { return r.units }

// Rate returns the increase of a counter since the previous sample, per second or
// in the units of rates given to [Group.SetUnits]: a counter of Kbyte has a rate
// in Kbyte / sec, a counter of millisec a rate in millisec / sec
// ([Reading.RateUnits]). It is not ok for other metrics, the first value of an
// instance, a counter that has decreased, and a sample that is Marked: unlike the
// rates of pmExtendFetchGroup_item(3), none is across an interruption of an archive.
func (r Reading) Rate() (rate float64, ok bool) { return r.rate, r.rated }

// RateUnits returns the units of Rate in PCP's notation.
func (r Reading) RateUnits() string { return r.rateUnits }

// read makes readings of a value set.
func (m *groupMetric) read(set *ValueSet, names map[int32]string, now time.Time) ([]Reading, error) {
	if set.Err != nil {
		m.last = nil
		return nil, set.Err
	}
	var readings []Reading
	last := make(map[int32]float64, len(set.Values))
	for i, v := range set.Values {
		if !m.wants(names[v.Inst]) {
			continue
		}
		atom, err := set.Atom(i, m.desc.Type)
		if m.desc.Type.Event() || m.desc.Type == TypeAggregateStatic {
			atom, err = BytesAtom(m.desc.Type, v.Block().Data), nil
		}
		if err != nil {
			return nil, err
		}
		r := Reading{Inst: v.Inst, Instance: names[v.Inst], Value: atom, units: m.value, rateUnits: m.rates}
		if (m.desc.Sem == SemCounter || m.rated) && atom.Type.Numeric() {
			last[v.Inst] = atom.Float64()
			r.rate, r.rated = m.rate(v.Inst, atom.Float64(), now)
		}
		if m.units != nil && !m.rated {
			if r.Value, err = m.scale.Convert(DoubleAtom(atom.Float64())); err != nil {
				return nil, err
			}
		}
		readings = append(readings, r)
	}
	m.last, m.before = last, now
	return readings, nil
}

// rate is the change since the last sample.
func (m *groupMetric) rate(inst int32, value float64, now time.Time) (float64, bool) {
	before, known := m.last[inst]
	elapsed := now.Sub(m.before).Seconds()
	if elapsed < 0 { // an archive replayed backwards
		before, value, elapsed = value, before, -elapsed
	}
	if !known || elapsed == 0 || value < before {
		return 0, false
	}
	if m.rise == m.desc.Units {
		return (value - before) / elapsed, true
	}
	rise, err := m.scale.Convert(DoubleAtom(value - before))
	return rise.Float64() / (elapsed / m.per), err == nil
}

// wants reports whether an instance was asked for, by its name or the first
// word of it.
func (m *groupMetric) wants(name string) bool {
	first, _, _ := strings.Cut(name, " ")
	return m.wanted == nil || slices.Contains(m.wanted, name) || slices.Contains(m.wanted, first)
}
