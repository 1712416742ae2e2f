package options

import (
	"errors"

	"pcptools/libpcp/getopt"
	"pcptools/libpcp/release"
	"pcptools/libpcp/timewindow"
)

var (
	errZones = errors.New("at most one of -Z and -z allowed")
	errGUI   = errors.New("at most one of -g and -p allowed")
)

func (s *Source) setZone(zone string) error {
	if s.HostZone {
		return errZones
	}
	s.Zone = &zone
	return nil
}

func (s *Source) setHostZone(string) error {
	if s.Zone != nil {
		return errZones
	}
	s.HostZone = true
	return nil
}

func (s *Source) setGUIMode(string) error {
	if s.GUIPort != nil {
		return errGUI
	}
	s.GUIMode = true
	return nil
}

func (s *Source) setGUIPort(port string) error {
	if s.GUIMode {
		return errGUI
	}
	s.GUIPort = &port
	return nil
}

func (s *Source) setSamples(text string) error {
	n, ok := getopt.ParseInt(text)
	if !ok || n < 0 {
		return errors.New("-s requires a positive numeric argument")
	}
	s.Samples = &n
	return nil
}

func (s *Source) setInterval(text string) error {
	interval, err := timewindow.ParseInterval(text)
	if err == nil && s.inv.Release.Has(release.FineSteps) {
		interval = interval.CoarseLong()
	}
	if err == nil {
		s.Interval = &interval
		return nil
	}
	call := "pmParseInterval(3)"
	if s.HighRes && !s.inv.Release.Has(release.IntervalFunctionName) {
		call = "pmParseHighResInterval(3)"
	}
	return errors.New("-t argument not in " + call + " format:\n" + err.Error())
}
