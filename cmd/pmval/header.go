package main

import (
	"strconv"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// writeHeader says what is reported, from where, and how often.
func (r *report) writeHeader() {
	events := r.desc.Type.Event()
	if !events {
		r.headerLine("metric:", r.p.metric.Metric)
	}
	if !r.live() {
		r.headerLine("archive:", r.p.source.Archives)
	}
	r.headerLine("host:", r.host)
	if !r.live() {
		r.headerLine("start:", r.headerTime(r.window.Origin))
		if !r.window.Finish.IsZero() {
			r.headerLine("end:", r.headerTime(r.window.Finish))
		}
	}
	if !events {
		r.headerLine("semantics:", r.semantics())
		r.headerLine("units:", r.units())
	}
	if r.samples < 0 {
		r.headerLine("samples:", "all")
		return
	}
	r.headerLine("samples:", strconv.Itoa(r.samples))
	if r.samples > 1 && !r.asRecorded() {
		r.headerLine("interval:", strconv.FormatFloat(r.seconds, 'f', 2, 64)+" sec")
	}
}

// headerTime is a time as the header shows it: where -X asks for fractions of a
// second in every line, with them.
func (r *report) headerTime(t time.Time) string {
	layout := time.ANSIC
	if r.p.release.Has(release.PreciseHeader) {
		switch r.p.stamps {
		case 0:
		case 1:
			layout = dayAndClock + "000000" + year
		default:
			layout = dayAndClock + "000000000" + year
		}
	}
	return t.In(r.window.Zone).Format(layout)
}

func (r *report) headerLine(label, text string) {
	const column = 11
	line := append(r.line[:0], label...)
	for len(line) < column {
		line = append(line, ' ')
	}
	line = append(append(line, text...), '\n')
	r.out.Write(line)
	r.line = line
}

func (r *report) semantics() string {
	text := "unknown"
	switch r.desc.Sem {
	case libpcp.SemCounter:
		text = "cumulative counter"
	case libpcp.SemInstant:
		text = "instantaneous value"
	case libpcp.SemDiscrete:
		text = "discrete instantaneous value"
	}
	if r.rates() {
		text += " (converting to rate)"
	}
	return text
}

// rates reports whether a counter is reported by its rate.
func (r *report) rates() bool { return r.desc.Sem == libpcp.SemCounter && !r.p.raw }

func (r *report) units() string {
	text := unitsOrNone(r.desc.Units, r.notation)
	if r.rates() {
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
func rateUnits(u libpcp.Units, n libpcp.UnitsNotation) string {
	if u.DimTime == 0 {
		u.ScaleTime = libpcp.TimeSec
	}
	u.DimTime--
	if u.WithoutExtra().Dimensionless() {
		return "time utilization"
	}
	return n.Text(u)
}
