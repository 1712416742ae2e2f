package options

import (
	"fmt"
	"time"

	"pcptools/libpcp/getopt"
	"pcptools/libpcp/timewindow"
)

// HistoryWindow returns what places the window of the options between the first and the
// last value of a history, or nil if they ask for all of it.
func (s *Source) HistoryWindow() func(first, last time.Time) (start, finish time.Time, err error) {
	if s.Times == (timewindow.Options{}) && s.lastSample() == 0 && !s.Follow {
		return nil
	}
	return s.within
}

func (s *Source) within(first, last time.Time) (start, finish time.Time, err error) {
	parser := s.windowParser(s.HistoryZone())
	w, err := s.placed(parser, first.Truncate(s.resolution()), last.Truncate(s.resolution()))
	if err != nil {
		return start, finish, &getopt.RunError{Err: fmt.Errorf("invalid time window.\n%w", err)}
	}
	if end := w.Origin.Add(s.lastSample()); s.lastSample() > 0 && end.Before(w.Finish) {
		w.Finish = end
	}
	return w.Origin, w.Finish, nil
}

// HistoryZone is the zone of times in options about a history. With -z, which asks for
// the zone of the hosts, it is UTC: a key server does not store zones.
func (s *Source) HistoryZone() *time.Location {
	switch {
	case s.HostZone:
		return time.UTC
	case s.Zone != nil:
		return s.reportingZone(*s.Zone)
	}
	return timewindow.LocalZone(s.lookupEnv)
}
