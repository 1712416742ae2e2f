package main

import (
	"strconv"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// writeHeader writes the metric, its source and the interval.
func (r *classic) writeHeader() {
	plan, events := &r.sampler.plan, r.desc.Type.Event()
	if !events {
		r.field("metric:", r.spec.Metric)
	}
	if !r.live {
		r.field("archive:", r.p.source.Archives)
	}
	r.field("host:", r.host)
	if !r.live {
		r.fieldEnded("start:", r.headerTime(plan.origin))
		if !plan.finish.IsZero() {
			r.fieldEnded("end:", r.headerTime(plan.finish))
		}
	}
	if !events {
		r.field("semantics:", r.semantics())
		r.field("units:", r.units())
	}
	if plan.samples < 0 {
		r.field("samples:", "all")
		return
	}
	r.field("samples:", strconv.Itoa(plan.samples))
	if plan.samples > 1 && !plan.recorded {
		r.field("interval:", strconv.FormatFloat(plan.interval.seconds, 'f', 2, 64)+" sec")
	}
}

// headerTime is a line's time, with its newline, as the header shows it: where
// -X asks for fractions of a second in every line, with them.
func (r *classic) headerTime(t time.Time) string {
	t = t.In(r.stamps.zone)
	layout := dayAndClock + "000000"
	switch detail := r.stamps.detail; {
	case detail == 0 || !r.p.release.Has(release.PreciseHeader):
		return calendar(t)
	case detail > 1:
		layout += "000"
	}
	return string(appendYear(t.AppendFormat(nil, layout), t)) + "\n"
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
	if r.sampler.rates {
		text += " (converting to rate)"
	}
	return text
}

func (r *classic) units() string {
	text := unitsOrNone(r.desc.Units, r.notation)
	if r.sampler.rates {
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

// rateUnits names the units of a rate. The rate of a time has no units: it is a
// utilization.
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
