package options

import (
	"fmt"
	"syscall"
	"time"

	"pcptools/libpcp/format"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
	"pcptools/libpcp/timewindow"
)

// HistoryWindow returns what places the window of the options between the first and the
// last value of a history, or nil if they ask for all of it.
func (t *Timing) HistoryWindow() func(first, last time.Time) (start, finish time.Time, err error) {
	if t.Times == (timewindow.Options{}) && t.lastSample() == 0 && !t.Follow {
		return nil
	}
	return t.within
}

func (t *Timing) within(first, last time.Time) (start, finish time.Time, err error) {
	parser := t.windowParser(t.HistoryZone())
	w, err := t.placed(parser, first.Truncate(t.resolution()), last.Truncate(t.resolution()))
	if err != nil {
		return start, finish, &getopt.RunError{Err: fmt.Errorf("invalid time window.\n%w", err)}
	}
	if end := w.Origin.Add(t.lastSample()); t.lastSample() > 0 && end.Before(w.Finish) {
		w.Finish = end
	}
	return w.Origin, w.Finish, nil
}

// HistoryZone is the zone of times in options about a history. With -z, which asks for
// the zone of the hosts, it is UTC: a key server does not store zones.
func (t *Timing) HistoryZone() *time.Location {
	switch {
	case t.HostZone:
		return time.UTC
	case t.Zone != nil:
		return t.reportingZone(*t.Zone)
	}
	return timewindow.LocalZone(t.inv.LookupEnv)
}

// placed is the window of the options in a history between two times. One that goes
// on has no end but that of -T, and begins with its last value unless -S or -O says
// otherwise.
func (t *Timing) placed(parser timewindow.Parser, first, last time.Time) (timewindow.Window, error) {
	times := t.Times
	switch {
	case !t.Follow:
		return parser.Window(times, first, last)
	case times.Start == nil && times.Origin == nil:
		return parser.Window(times, last, time.Time{})
	}
	times.Finish = nil
	w, err := parser.Window(times, first, last)
	if err != nil {
		return w, err
	}
	end, err := parser.Window(timewindow.Options{Finish: t.Times.Finish}, w.Start, time.Time{})
	w.Finish = end.Finish
	return w, err
}

func (t *Timing) windowParser(zone *time.Location) timewindow.Parser {
	return timewindow.Parser{Zone: zone, LookupEnv: t.inv.LookupEnv, Now: time.Now(), Absolute: t.Structured, CoarseLong: t.inv.Release.Has(release.FineSteps)}
}

// resolution is the resolution of windows in archives, and of their ends: in older
// releases only tools that sample with nanoseconds saw more than microseconds.
func (t *Timing) resolution() time.Duration {
	if t.HighRes || t.inv.Release.Has(release.FineSteps) {
		return time.Nanosecond
	}
	return time.Microsecond
}

// reportingZone is the zone of a name. PCP's tools take one of three letters, such
// as CET, for UTC by another name, and so does classic output.
func (t *Timing) reportingZone(tz string) *time.Location {
	if t.Structured {
		return timewindow.Zone(tz, t.inv.LookupEnv)
	}
	return timewindow.ReportingZone(tz, t.inv.LookupEnv)
}

// checkZone refuses a zone that the release to reproduce does not accept, or
// that is none.
func (t *Timing) checkZone(tz string) error {
	if t.Structured && !timewindow.Known(tz, t.inv.LookupEnv) {
		return syscall.EINVAL
	}
	if t.inv.Release.Has(release.TimezoneChecks) {
		return timewindow.CheckZone(tz)
	}
	return nil
}

// UnknownZone returns the argument of -Z if the zone is unknown and therefore
// taken for UTC, otherwise "".
func (t *Timing) UnknownZone() string {
	if t.Zone == nil || timewindow.Known(*t.Zone, t.inv.LookupEnv) {
		return ""
	}
	return *t.Zone
}

// ShortZone returns the argument of -Z if PCP's tools take it for UTC although it
// is the name of another zone.
func (t *Timing) ShortZone() string {
	if t.Zone == nil || t.Structured || timewindow.ReportingName(*t.Zone) == *t.Zone || !timewindow.Known(*t.Zone, t.inv.LookupEnv) {
		return ""
	}
	if _, offset := time.Now().In(timewindow.Zone(*t.Zone, t.inv.LookupEnv)).Zone(); offset == 0 {
		return ""
	}
	return *t.Zone
}

// MisreadTimes returns the arguments of -S, -T and -O in ISO 8601 that PCP's
// tools, and ours in classic output, take for something else or refuse; each with
// the spelling that they read. The zone is the zone of reports.
func (t *Timing) MisreadTimes(zone *time.Location) (times [][2]string) {
	if t.Structured {
		return nil
	}
	parser := t.windowParser(zone)
	for _, text := range []*string{t.Times.Start, t.Times.Finish, t.Times.Origin} {
		if text == nil {
			continue
		}
		if plain := parser.InPhrases(*text); plain != "" {
			times = append(times, [2]string{*text, plain})
		}
	}
	return times
}

// Layout returns the layout of values as variables set it: in the local time zone,
// which -z and -Z replace only where PCP's tools obey them.
func (t *Timing) Layout() (l format.Layout) {
	l.Zone = timewindow.LocalZone(t.inv.LookupEnv)
	_, l.Squash = t.inv.LookupEnv("PCP_SQUASH_NEWLINES")
	l.Squash = l.Squash && t.inv.Release.Has(release.SquashNewlines)
	return l
}
