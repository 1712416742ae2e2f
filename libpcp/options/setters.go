package options

import (
	"errors"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/timewindow"
)

func (s *Source) addArchiveList(names string) error {
	if s.hasHost {
		return errors.New("only one of hosts or archives allowed")
	}
	return s.AddArchive(names)
}

func (s *Source) setHostList(specs string) error {
	switch {
	case s.hasArch:
		return errors.New("only one of hosts or archives allowed")
	case s.hasHost || strings.Contains(specs, ","):
		return errors.New("too many hosts requested: " + specs)
	}
	return s.SetHost(specs)
}

func (s *Source) addFolio(file string) error {
	return &RunError{errors.New("cannot open archive folio " + file + ": " + libpcp.ErrNYI.Error())}
}

func (s *Source) setGUIMode(string) error {
	if s.hasPort {
		return errors.New("at most one of -g and -p allowed")
	}
	s.GUIMode = true
	return nil
}

func (s *Source) setGUIPort(port string) error {
	if s.GUIMode {
		return errors.New("at most one of -g and -p allowed")
	}
	s.hasPort, s.GUIPort = true, port
	return nil
}

func (s *Source) setSamples(text string) error {
	n, ok := ParseInt(text)
	if !ok || n < 0 {
		return errors.New("-s requires a positive numeric argument")
	}
	s.Samples = n
	return nil
}

func (s *Source) setInterval(text string) error {
	if _, err := timewindow.ParseInterval(text); err != nil {
		return errors.New("-t argument not in pmParseInterval(3) format:\n" + err.Error())
	}
	s.Interval = text
	return nil
}

func (s *Source) setContainer(string) error { return nil }

func (s *Source) setNamespace(file string) error   { return s.loadNamespace(file, false) }
func (s *Source) setUniqueNames(file string) error { return s.loadNamespace(file, true) }
