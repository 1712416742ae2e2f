package main

import (
	"strconv"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// writeHeader says what is reported, from where, and how often.
func (r *classic) writeHeader() {
	events := r.desc.Type.Event()
	if !events {
		r.field("metric:", r.spec.Metric)
	}
	if !r.live {
		r.field("archive:", r.p.source.Archives)
	}
	r.field("host:", r.host)
	if !r.live {
		r.field("start:", r.headerTime(r.origin))
		if !r.finish.IsZero() {
			r.field("end:", r.headerTime(r.finish))
		}
	}
	if !events {
		r.field("semantics:", r.semantics())
		r.field("units:", r.units())
	}
	if r.samples < 0 {
		r.field("samples:", "all")
		return
	}
	r.field("samples:", strconv.Itoa(r.samples))
	if r.samples > 1 && !r.recorded {
		r.field("interval:", strconv.FormatFloat(r.seconds, 'f', 2, 64)+" sec")
	}
}

// headerTime is a time as the header shows it: where -X asks for fractions of a
// second in every line, with them.
func (r *classic) headerTime(t time.Time) string {
	layout := time.ANSIC
	if r.p.release.Has(release.PreciseHeader) {
		switch r.stamps.detail {
		case 0:
		case 1:
			layout = dayAndClock + "000000" + year
		default:
			layout = dayAndClock + "000000000" + year
		}
	}
	return t.In(r.stamps.zone).Format(layout)
}

func (r *classic) semantics() string {
	text := "unknown"
	switch r.desc.Sem {
	case libpcp.SemCounter:
		text = "cumulative counter"
	case libpcp.SemInstant:
		text = "instantaneous value"
	case libpcp.SemDiscrete:
		text = "discrete instantaneous value"
	}
	if r.rates {
		text += " (converting to rate)"
	}
	return text
}

func (r *classic) units() string {
	text := unitsOrNone(r.desc.Units, r.notation)
	if r.rates {
		text += " (converting to " + rateUnits(r.desc.Units, r.notation) + ")"
	}
	return text
}

func unitsOrNone(u libpcp.Units, n libpcp.UnitsNotation) string {
	if s := n.Text(u); s != "" {
		return s
	}
	return "none"
}

// rateUnits names the units of a rate. That of a time is none, as if it were
// the use of something all the time.
func rateUnits(units libpcp.Units, n libpcp.UnitsNotation) string {
	u := units.Dimensions()
	if u.DimTime == 0 {
		u.ScaleTime = libpcp.TimeSec
	}
	u.DimTime--
	if u.Units().WithoutExtra().Dimensionless() {
		return "time utilization"
	}
	return n.Text(u.Units())
}
